//! One bad image per rule, each with its exact message.

use serde_json::{Value, json};
use tar::EntryType;
use terrace_image::{AppImage, ImageError, limits};

mod recipe;
use recipe::{Entry, Recipe, descriptor, digest, module};

fn layers(image: &mut Value) -> &mut Vec<Value> {
    image["layers"].as_array_mut().unwrap()
}

fn edit_entries(edit: impl FnOnce(&mut Vec<Entry>) + 'static) -> Recipe {
    Recipe {
        entries: Box::new(edit),
        ..Recipe::default()
    }
}

fn edit_config(edit: impl FnOnce(&mut Value) + 'static) -> Recipe {
    Recipe {
        config: Box::new(edit),
        ..Recipe::default()
    }
}

fn edit_image(edit: impl FnOnce(&mut Value) + 'static) -> Recipe {
    Recipe {
        image: Box::new(edit),
        ..Recipe::default()
    }
}

fn edit_index(edit: impl FnOnce(&mut Value) + 'static) -> Recipe {
    Recipe {
        index: Box::new(edit),
        ..Recipe::default()
    }
}

fn edit_file(edit: impl FnOnce(&mut Vec<u8>) + 'static) -> Recipe {
    Recipe {
        file: Box::new(edit),
        ..Recipe::default()
    }
}

fn extra(path: &str, kind: EntryType) -> Recipe {
    let entry = Entry {
        path: path.into(),
        kind,
        content: Vec::new(),
    };
    edit_entries(move |entries| entries.push(entry))
}

/// An image with one more blob, and a layer of that type for it.
fn with_layer(media_type: &'static str, content: &'static [u8]) -> Recipe {
    Recipe {
        image: Box::new(move |image| layers(image).push(descriptor(media_type, content))),
        config: Box::new(move |config| {
            config["layerDigests"]
                .as_array_mut()
                .unwrap()
                .push(json!(digest(content)));
        }),
        entries: Box::new(move |entries| {
            entries.push(Entry::file(recipe::blob_path(content), content));
        }),
        ..Recipe::default()
    }
}

/// The rule broken, and the image that breaks it.
fn bad_images() -> Vec<(&'static str, Recipe)> {
    let mut bad = archive_rules();
    bad.extend(document_rules());
    bad.extend(content_rules());
    bad
}

fn archive_rules() -> Vec<(&'static str, Recipe)> {
    vec![
        ("empty-file", edit_file(Vec::clear)),
        (
            "not-tar",
            edit_file(|file| *file = b"#!/bin/sh\n".repeat(200)),
        ),
        ("absolute-path", extra("/etc/passwd", EntryType::Regular)),
        ("parent-path", extra("blobs/../../x", EntryType::Regular)),
        ("dot-path", extra("./oci-layout", EntryType::Regular)),
        ("unknown-path", extra("README", EntryType::Regular)),
        (
            "control-characters-in-path",
            extra("\u{1b}[31mred", EntryType::Regular),
        ),
        (
            "upper-case-blob",
            edit_entries(|entries| {
                let path = entries[2]
                    .path
                    .to_uppercase()
                    .replace("BLOBS/SHA256", "blobs/sha256");
                entries[2].path = path;
            }),
        ),
        ("symbolic-link", extra("oci-layout", EntryType::Symlink)),
        ("hard-link", extra("index.json", EntryType::Link)),
        ("device", extra("index.json", EntryType::Char)),
        ("fifo", extra("index.json", EntryType::Fifo)),
        ("sparse", extra("index.json", EntryType::GNUSparse)),
        ("pax-header", extra("PaxHeaders/x", EntryType::XHeader)),
        (
            "long-name-header",
            extra("././@LongLink", EntryType::GNULongName),
        ),
        ("other-directory", extra("etc/", EntryType::Directory)),
        (
            "directory-with-content",
            edit_entries(|entries| {
                let content = b"hidden".to_vec();
                entries.push(Entry {
                    path: "blobs/".into(),
                    kind: EntryType::Directory,
                    content,
                });
            }),
        ),
        (
            "duplicate-index",
            edit_entries(|entries| entries.push(entries[1].clone())),
        ),
        (
            "duplicate-blob",
            edit_entries(|entries| entries.push(entries[4].clone())),
        ),
        (
            "duplicate-directory",
            edit_entries(|entries| {
                let blobs = Entry {
                    path: "blobs/".into(),
                    kind: EntryType::Directory,
                    content: vec![],
                };
                entries.extend([blobs.clone(), blobs]);
            }),
        ),
        (
            "too-many-blobs",
            edit_entries(|entries| {
                entries.extend(
                    (0..=limits::BLOBS as u8).map(|n| Entry::file(recipe::blob_path(&[n]), [n])),
                );
            }),
        ),
        (
            "trailing-garbage",
            edit_file(|file| file.extend(b"garbage")),
        ),
        (
            "second-archive-behind",
            edit_file(|file| file.extend(Recipe::default().make())),
        ),
        (
            "data-in-padding",
            edit_file(|file| {
                let content = br#"{"imageLayoutVersion":"1.0.0"}"#.len();
                file[512 + content] = b'x';
            }),
        ),
        (
            "no-end-mark",
            edit_file(|file| file.truncate(file.len() - 1024)),
        ),
        (
            "half-an-end-mark",
            edit_file(|file| file.truncate(file.len() - 512)),
        ),
        ("cut-in-content", edit_file(|file| file.truncate(520))),
        (
            "huge-announced-size",
            edit_file(|file| {
                let mut header = tar::Header::new_ustar();
                header.as_mut_bytes().copy_from_slice(&file[..512]);
                header.set_size(u64::MAX - 600);
                header.set_cksum();
                file[..512].copy_from_slice(header.as_bytes());
            }),
        ),
    ]
}

fn document_rules() -> Vec<(&'static str, Recipe)> {
    vec![
        ("no-layout", edit_entries(|entries| drop(entries.remove(0)))),
        ("no-index", edit_entries(|entries| drop(entries.remove(1)))),
        (
            "layout-version",
            Recipe {
                layout: Box::new(|layout| layout["imageLayoutVersion"] = json!("2.0.0")),
                ..Recipe::default()
            },
        ),
        (
            "layout-not-json",
            edit_entries(|entries| entries[0].content = b"{".to_vec()),
        ),
        (
            "index-key-twice",
            edit_entries(|entries| {
                entries[1].content =
                    br#"{"schemaVersion":2,"schemaVersion":2,"manifests":[]}"#.to_vec();
            }),
        ),
        (
            "index-deeply-nested",
            edit_entries(|entries| {
                entries[1].content = [b"{\"x\":".as_slice(), &b"[".repeat(10_000)].concat();
            }),
        ),
        (
            "index-too-large",
            edit_entries(|entries| {
                entries[1].content = vec![b' '; limits::JSON_BYTES as usize + 1];
            }),
        ),
        (
            "index-schema-version",
            edit_index(|index| index["schemaVersion"] = json!(3)),
        ),
        (
            "index-media-type",
            edit_index(|index| index["mediaType"] = json!("text/plain")),
        ),
        (
            "index-empty",
            edit_index(|index| index["manifests"] = json!([])),
        ),
        (
            "index-two-images",
            edit_index(|index| {
                let manifests = index["manifests"].as_array_mut().unwrap();
                manifests.push(manifests[0].clone());
            }),
        ),
        (
            "index-of-an-index",
            edit_index(|index| {
                index["manifests"][0]["mediaType"] =
                    json!("application/vnd.oci.image.index.v1+json");
            }),
        ),
        (
            "image-schema-version",
            edit_image(|image| image["schemaVersion"] = json!(1)),
        ),
        (
            "image-media-type",
            edit_image(|image| image["mediaType"] = json!("text/plain")),
        ),
        (
            "container-config",
            edit_image(|image| {
                image["config"]["mediaType"] = json!("application/vnd.oci.image.config.v1+json");
            }),
        ),
        ("no-layers", edit_image(|image| layers(image).clear())),
        (
            "manifest-first",
            edit_image(|image| layers(image).reverse()),
        ),
        (
            "no-manifest-layer",
            edit_image(|image| drop(layers(image).pop())),
        ),
        (
            "two-manifest-layers",
            edit_image(|image| {
                let layer = layers(image)[1].clone();
                layers(image).push(layer);
            }),
        ),
        (
            "manifest-version",
            edit_image(|image| {
                image["layers"][1]["mediaType"] = json!("application/vnd.terrace.manifest.v2+toml");
            }),
        ),
        (
            "unknown-layer",
            with_layer("application/vnd.oci.image.layer.v1.tar", b"files"),
        ),
        (
            "layer-control-characters",
            edit_image(|image| {
                image["layers"][0]["mediaType"] = json!("\u{1b}[2J");
            }),
        ),
        (
            "config-architecture",
            edit_config(|config| config["architecture"] = json!("amd64")),
        ),
        (
            "config-os",
            edit_config(|config| config["os"] = json!("linux")),
        ),
        (
            "config-other-layers",
            edit_config(|config| config["layerDigests"] = json!([])),
        ),
        (
            "config-component",
            edit_config(|config| {
                config["component"] = json!({ "imports": [], "exports": ["wasi:cli/run@0.2.0"] });
            }),
        ),
        (
            "config-not-json",
            edit_config(|config| *config = json!("text")),
        ),
    ]
}

fn content_rules() -> Vec<(&'static str, Recipe)> {
    vec![
        (
            "missing-image",
            edit_entries(|entries| drop(entries.remove(2))),
        ),
        (
            "missing-config",
            edit_entries(|entries| drop(entries.remove(3))),
        ),
        (
            "missing-wasm",
            edit_entries(|entries| drop(entries.remove(4))),
        ),
        (
            "missing-manifest",
            edit_entries(|entries| drop(entries.remove(5))),
        ),
        (
            "unreferenced-blob",
            edit_entries(|entries| {
                entries.push(Entry::file(recipe::blob_path(b"stowaway"), *b"stowaway"));
            }),
        ),
        (
            "wasm-digest",
            edit_entries(|entries| *entries[4].content.last_mut().unwrap() ^= 1),
        ),
        (
            "manifest-digest",
            edit_entries(|entries| entries[5].content[0] ^= 1),
        ),
        (
            "config-digest",
            edit_entries(|entries| entries[3].content[0] ^= 1),
        ),
        (
            "image-digest",
            edit_entries(|entries| entries[2].content[0] ^= 1),
        ),
        (
            "aot-digest",
            Recipe {
                entries: Box::new(|entries| {
                    entries.push(Entry::file(recipe::blob_path(b"code"), *b"c0de"));
                }),
                ..with_layer("application/vnd.terrace.aot.v1+elf", b"code")
            },
        ),
        (
            "size-too-small",
            edit_image(|image| image["layers"][0]["size"] = json!(1)),
        ),
        (
            "size-huge",
            edit_image(|image| image["layers"][0]["size"] = json!(u64::MAX)),
        ),
        (
            "size-negative",
            edit_image(|image| image["layers"][0]["size"] = json!(-1)),
        ),
        (
            "sha512",
            edit_image(|image| {
                image["layers"][0]["digest"] = json!(format!("sha512:{}", "0".repeat(128)));
            }),
        ),
        (
            "digest-is-a-path",
            edit_image(|image| {
                image["layers"][0]["digest"] = json!("sha256:../../etc/passwd");
            }),
        ),
        (
            "text-format-wasm",
            Recipe {
                wasm: b"(module)".to_vec(),
                ..Recipe::default()
            },
        ),
        (
            "empty-wasm",
            Recipe {
                wasm: Vec::new(),
                ..Recipe::default()
            },
        ),
        (
            "wasm-version-2",
            Recipe {
                wasm: b"\0asm\x02\0\0\0".to_vec(),
                ..Recipe::default()
            },
        ),
        (
            "cut-component",
            Recipe {
                wasm: b"\0asm\x0d\0\x01\0\x0a\xff".to_vec(),
                config: Box::new(|config| config["os"] = json!("wasip2")),
                ..Recipe::default()
            },
        ),
        (
            "manifest-latin-1",
            Recipe {
                manifest: b"name = \"caf\xe9\"".to_vec(),
                ..Recipe::default()
            },
        ),
        (
            "manifest-too-large",
            Recipe {
                manifest: vec![b'#'; limits::MANIFEST_BYTES as usize + 1],
                ..Recipe::default()
            },
        ),
    ]
}

#[test]
fn the_recipe_itself_is_good() {
    let image = AppImage::from_bytes(&Recipe::default().make()).unwrap();
    assert_eq!(image.manifest_text(), recipe::MANIFEST);
    assert_eq!(image.wasm(), module());
    assert_eq!(image.wasm_digest().to_string(), digest(&module()));
}

#[test]
fn every_bad_image_is_refused_with_its_message() {
    let mut messages = String::new();
    for (rule, recipe) in bad_images() {
        let error = AppImage::from_vec(recipe.make())
            .expect_err(rule)
            .to_string();
        assert!(error.chars().all(|c| !c.is_control()), "{rule}: {error:?}");
        messages.push_str(&format!("{rule}\n    {error}\n"));
    }
    insta::assert_snapshot!(messages);
}

#[test]
fn layers_of_compiled_code_are_checked_and_passed_over() {
    let image = with_layer("application/vnd.terrace.aot.v1+elf", b"code").make();
    assert_eq!(AppImage::from_vec(image).unwrap().wasm(), module());
}

#[test]
fn directories_order_and_padding_of_other_tools_are_accepted() {
    let recipe = Recipe {
        entries: Box::new(|entries| {
            entries.reverse();
            for path in ["blobs/sha256/", "blobs/"] {
                let kind = EntryType::Directory;
                entries.insert(
                    0,
                    Entry {
                        path: path.into(),
                        kind,
                        content: vec![],
                    },
                );
            }
        }),
        file: Box::new(|file| file.resize(file.len().next_multiple_of(10_240), 0)),
        ..Recipe::default()
    };
    AppImage::from_vec(recipe.make()).unwrap();
}

#[test]
fn too_large_files_are_refused_before_they_are_read() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_len(limits::IMAGE_BYTES + 1).unwrap();
    let error = AppImage::open(file.path()).unwrap_err();
    let expected = limits::IMAGE_BYTES + 1;
    assert!(
        matches!(error, ImageError::TooLarge { found, .. } if found == expected),
        "{error}"
    );
}

#[test]
fn endless_streams_are_cut_off_at_the_limit() {
    let error = AppImage::from_reader(std::io::repeat(0)).unwrap_err();
    assert!(matches!(error, ImageError::TooLarge { .. }), "{error}");
}

#[test]
fn what_is_no_file_is_refused_without_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let fifo = dir.path().join("fifo");
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    for (path, what) in [
        (fifo.as_path(), "a FIFO"),
        (dir.path(), "a directory"),
        ("/dev/zero".as_ref(), "a device"),
    ] {
        let error = AppImage::open(path).unwrap_err();
        assert!(
            matches!(error, ImageError::NotAFile { found, .. } if found == what),
            "{error}"
        );
    }
    let error = AppImage::open(&dir.path().join("absent")).unwrap_err();
    assert!(matches!(error, ImageError::Read { .. }), "{error}");
}
