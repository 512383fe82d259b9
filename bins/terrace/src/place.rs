//! Where things are kept between two commands.

use std::path::PathBuf;

/// `$XDG_CACHE_HOME/terrace/NAME`, or `~/.cache/terrace/NAME`. Relative paths are ignored, as the
/// XDG specification says. None where neither variable leads anywhere.
pub fn cache_folder(name: &str) -> Option<PathBuf> {
    let absolute = |variable| {
        std::env::var_os(variable)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    let caches =
        absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(caches.join("terrace").join(name))
}
