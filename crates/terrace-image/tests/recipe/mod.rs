//! Images made by hand, so that one rule at a time can be broken.
//!
//! Nothing of the writer under test is used: the JSON is spelled out from the specifications
//! and the digests are taken here.

use std::io::Cursor;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tar::EntryType;

pub const MANIFEST: &str =
    "[app]\nname = \"hello\"\nversion = \"1.0.0\"\nprogram = \"hello.wasm\"\n";

/// A tar entry.
#[derive(Clone)]
pub struct Entry {
    pub path: String,
    pub kind: EntryType,
    pub content: Vec<u8>,
}

impl Entry {
    pub fn file(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Self {
        Self {
            path: path.into(),
            kind: EntryType::Regular,
            content: content.into(),
        }
    }
}

type Edit<T> = Box<dyn FnOnce(&mut T)>;

/// What goes into an image, and where to break it.
pub struct Recipe {
    pub wasm: Vec<u8>,
    pub manifest: Vec<u8>,
    pub config: Edit<Value>,
    pub image: Edit<Value>,
    pub index: Edit<Value>,
    pub layout: Edit<Value>,
    pub entries: Edit<Vec<Entry>>,
    pub file: Edit<Vec<u8>>,
}

pub fn module() -> Vec<u8> {
    wat::parse_str("(module (func (export \"_start\")))").unwrap()
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            wasm: module(),
            manifest: MANIFEST.into(),
            config: Box::new(|_| {}),
            image: Box::new(|_| {}),
            index: Box::new(|_| {}),
            layout: Box::new(|_| {}),
            entries: Box::new(|_| {}),
            file: Box::new(|_| {}),
        }
    }
}

pub fn digest(bytes: &[u8]) -> String {
    let hex: String = Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("sha256:{hex}")
}

pub fn blob_path(bytes: &[u8]) -> String {
    digest(bytes).replace("sha256:", "blobs/sha256/")
}

pub fn descriptor(media_type: &str, bytes: &[u8]) -> Value {
    json!({ "mediaType": media_type, "digest": digest(bytes), "size": bytes.len() })
}

fn blob(bytes: &[u8]) -> Entry {
    Entry::file(blob_path(bytes), bytes)
}

impl Recipe {
    pub fn make(self) -> Vec<u8> {
        let mut config = json!({
            "created": "2026-11-21T00:00:00Z",
            "architecture": "wasm",
            "os": "wasip1",
            "layerDigests": [digest(&self.wasm), digest(&self.manifest)],
        });
        (self.config)(&mut config);
        let config = config.to_string().into_bytes();
        let mut image = json!({
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": descriptor("application/vnd.wasm.config.v0+json", &config),
            "layers": [
                descriptor("application/wasm", &self.wasm),
                descriptor("application/vnd.terrace.manifest.v1+toml", &self.manifest),
            ],
        });
        (self.image)(&mut image);
        let image = image.to_string().into_bytes();
        let mut index = json!({
            "schemaVersion": 2,
            "manifests": [descriptor("application/vnd.oci.image.manifest.v1+json", &image)],
        });
        (self.index)(&mut index);
        let mut layout = json!({ "imageLayoutVersion": "1.0.0" });
        (self.layout)(&mut layout);
        let mut entries = vec![
            Entry::file("oci-layout", layout.to_string()),
            Entry::file("index.json", index.to_string()),
            blob(&image),
            blob(&config),
            blob(&self.wasm),
            blob(&self.manifest),
        ];
        (self.entries)(&mut entries);
        let mut file = archive(&entries);
        (self.file)(&mut file);
        file
    }
}

/// A tar file of the entries; the path is written as it is, whatever it is.
pub fn archive(entries: &[Entry]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for entry in entries {
        let mut header = tar::Header::new_ustar();
        header.as_mut_bytes()[..entry.path.len()].copy_from_slice(entry.path.as_bytes());
        header.set_size(entry.content.len() as u64);
        header.set_entry_type(entry.kind);
        header.set_mode(0o644);
        header.set_mtime(1_795_219_200);
        header.set_cksum();
        tar.append(&header, Cursor::new(&entry.content)).unwrap();
    }
    tar.into_inner().unwrap()
}
