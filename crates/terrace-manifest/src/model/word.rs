//! Values that are one of a few words.

/// A value written as one of a few words.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value with its word, in the order of the reference.
    const ALL: &'static [(Self, &'static str)];

    /// The value of a word.
    #[must_use]
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, w)| *w == word).map(|(v, _)| *v)
    }

    /// The word of a value.
    #[must_use]
    fn word(self) -> &'static str {
        let found = Self::ALL.iter().find(|(v, _)| *v == self);
        found.expect("ALL lists every value").1
    }
}

/// Define an enum whose serialised form, schema and parser share the words.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$vmeta:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
        pub enum $name {
            $($(#[$vmeta])* #[serde(rename = $word)] $variant,)*
        }

        impl $crate::model::Word for $name {
            const ALL: &'static [(Self, &'static str)] = &[$(($name::$variant, $word),)*];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::model::Word::word(*self))
            }
        }
    };
}
pub(crate) use words;
