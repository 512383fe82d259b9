//! The artefact's config: what kind of Wasm the image holds.
//!
//! Format: CNCF "Wasm OCI Artifact layout", `application/vnd.wasm.config.v0+json`. Everything
//! in it follows from the layers, so a reader computes it again and refuses a config that
//! says something else: what `terrace inspect` shows is then true.

use serde::{Deserialize, Serialize};
use wasmparser::{Parser, Payload};

use crate::{
    digest::Sha256Digest,
    error::{ImageError, quote},
    kind::WasmKind,
    media,
};

/// The same bytes for the same input, whenever they are made.
const CREATED: &str = "1970-01-01T00:00:00Z";

/// The config document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WasmConfig {
    /// When it was made (RFC 3339). Terrace writes the epoch, so that equal input gives equal
    /// bytes.
    pub created: String,
    /// Who made it; Terrace writes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Always `wasm`.
    pub architecture: String,
    /// `wasip1` for a module, `wasip2` for a component.
    pub os: String,
    /// The digests of all layers, in the order of the image manifest.
    pub layer_digests: Vec<String>,
    /// For a component, what it takes and gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<ComponentWorld>,
}

/// What a component imports and exports, by full name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentWorld {
    /// Such as `wasi:cli/run@0.2.0`.
    pub exports: Vec<String>,
    /// Such as `wasi:cli/stdout@0.2.0`.
    pub imports: Vec<String>,
    /// The world it was made for; Terrace writes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

impl WasmConfig {
    /// The config of an image with this Wasm and these layers.
    pub(crate) fn describing(
        wasm: &[u8],
        layers: impl IntoIterator<Item = Sha256Digest>,
    ) -> Result<Self, ImageError> {
        let kind = WasmKind::of(wasm)?;
        let component = match kind {
            WasmKind::Module => None,
            WasmKind::Component => Some(ComponentWorld::of(wasm)?),
        };
        Ok(Self {
            created: CREATED.to_owned(),
            author: None,
            architecture: media::ARCHITECTURE.to_owned(),
            os: kind.os().to_owned(),
            layer_digests: layers.into_iter().map(|layer| layer.to_string()).collect(),
            component,
        })
    }

    /// Whether `self`, as found, says the same as `truth`, as computed. `created`, `author`
    /// and `target` are free.
    pub(crate) fn agrees_with(&self, truth: &Self) -> Result<(), ImageError> {
        let fields = [
            ("architecture", &truth.architecture, &self.architecture),
            ("os", &truth.os, &self.os),
            (
                "layerDigests",
                &format!("{:?}", truth.layer_digests),
                &format!("{:?}", self.layer_digests),
            ),
            ("component", &truth.world(), &self.world()),
        ];
        match fields.iter().find(|(_, expected, found)| expected != found) {
            None => Ok(()),
            Some((field, expected, found)) => Err(ImageError::Config {
                field,
                expected: quote(expected.as_bytes()),
                found: quote(found.as_bytes()),
            }),
        }
    }

    fn world(&self) -> String {
        match &self.component {
            None => "none".to_owned(),
            Some(world) => format!("imports {:?}, exports {:?}", world.imports, world.exports),
        }
    }
}

impl ComponentWorld {
    /// Reads the names at the outermost level; nested modules and components are skipped, and
    /// nothing is validated (the engine does, when it compiles).
    pub(crate) fn of(component: &[u8]) -> Result<Self, ImageError> {
        let mut world = Self::default();
        let mut depth = 0_u32;
        for payload in Parser::new(0).parse_all(component) {
            match payload.map_err(malformed)? {
                Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
                Payload::End(_) => depth = depth.saturating_sub(1),
                Payload::ComponentImportSection(names) if depth == 0 => {
                    for import in names {
                        world
                            .imports
                            .push(import.map_err(malformed)?.name.name.to_owned());
                    }
                }
                Payload::ComponentExportSection(names) if depth == 0 => {
                    for export in names {
                        world
                            .exports
                            .push(export.map_err(malformed)?.name.name.to_owned());
                    }
                }
                _ => {}
            }
        }
        Ok(world)
    }
}

fn malformed(error: wasmparser::BinaryReaderError) -> ImageError {
    ImageError::Component {
        offset: error.offset() as u64,
        reason: quote(error.message().as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPONENT: &str = r#"(component
        (import "wasi:cli/stdout@0.2.0" (instance))
        (component (import "nested:hidden/name" (instance)))
        (core module (import "env" "f" (func)))
        (instance $i)
        (export "wasi:cli/run@0.2.0" (instance $i)))"#;

    #[test]
    fn names_what_the_outer_component_takes_and_gives() {
        let world = ComponentWorld::of(&wat::parse_str(COMPONENT).unwrap()).unwrap();
        assert_eq!(world.imports, ["wasi:cli/stdout@0.2.0"]);
        assert_eq!(world.exports, ["wasi:cli/run@0.2.0"]);
    }

    #[test]
    fn a_cut_component_is_refused_with_its_offset() {
        let bytes = wat::parse_str(COMPONENT).unwrap();
        let error = ComponentWorld::of(&bytes[..bytes.len() - 3]).unwrap_err();
        assert!(
            matches!(error, ImageError::Component { offset, .. } if offset > 8),
            "{error}"
        );
    }

    #[test]
    fn a_config_that_lies_is_refused() {
        let wasm = wat::parse_str("(module)").unwrap();
        let truth = WasmConfig::describing(&wasm, [Sha256Digest::of(&wasm)]).unwrap();
        let lies = [
            (
                "os",
                WasmConfig {
                    os: "wasip2".into(),
                    ..truth.clone()
                },
            ),
            (
                "architecture",
                WasmConfig {
                    architecture: "amd64".into(),
                    ..truth.clone()
                },
            ),
            (
                "layerDigests",
                WasmConfig {
                    layer_digests: vec![],
                    ..truth.clone()
                },
            ),
            (
                "component",
                WasmConfig {
                    component: Some(ComponentWorld::default()),
                    ..truth.clone()
                },
            ),
        ];
        for (wrong, lie) in lies {
            let error = lie.agrees_with(&truth).unwrap_err();
            assert!(
                matches!(error, ImageError::Config { field, .. } if field == wrong),
                "{error}"
            );
        }
        let later = WasmConfig {
            created: "2026-11-21T00:00:00Z".into(),
            ..truth.clone()
        };
        later.agrees_with(&truth).unwrap();
    }
}
