//! Extracts the names that a source file defines, imports and mentions.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};
use syn::visit::Visit;
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

/// The segments of a path such as `super::relations::Relation`.
pub(crate) type Segments = Vec<String>;

/// An import: a name that a file brings into scope.
pub(crate) struct Import {
    /// The imported path; for a glob, the path of the module.
    pub(crate) path: Segments,
    /// The name that the import has in this file; `None` for a glob.
    pub(crate) name: Option<String>,
    pub(crate) is_reexported: bool,
}

/// The names in a source file, without its tests.
pub(crate) struct File {
    pub(crate) path: PathBuf,
    /// The names that the file defines: items, macros and inline modules.
    pub(crate) items: BTreeSet<String>,
    pub(crate) imports: Vec<Import>,
    /// The paths in types, expressions, patterns and macros.
    pub(crate) mentions: BTreeSet<Segments>,
    /// The number of inline modules around the item being visited.
    depth: usize,
}

impl File {
    /// # Errors
    /// Returns an error if the file cannot be read, or is not valid Rust.
    pub(crate) fn parse(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        let syntax = syn::parse_file(&text)
            .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        let mut file = Self {
            path: path.to_owned(),
            items: BTreeSet::new(),
            imports: vec![],
            mentions: BTreeSet::new(),
            depth: 0,
        };
        file.visit_file(&syntax);
        Ok(file)
    }

    /// Adds every name that a `use` tree imports.
    fn import(&mut self, tree: &UseTree, mut path: Segments, is_reexported: bool) {
        let (segment, name) = match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.import(&part.tree, path, is_reexported);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, path.clone(), is_reexported);
                }
                return;
            }
            UseTree::Name(leaf) => (Some(&leaf.ident), Some(&leaf.ident)),
            UseTree::Rename(leaf) => (Some(&leaf.ident), Some(&leaf.rename)),
            UseTree::Glob(_) => (None, None),
        };
        let is_itself = segment.is_some_and(|segment| segment == "self");
        let name = if is_itself && name == segment {
            path.last().cloned()
        } else {
            name.map(ToString::to_string)
        };
        if !is_itself {
            path.extend(segment.map(ToString::to_string));
        }
        self.imports.push(Import {
            path: self.leave_inline_modules(path),
            name,
            is_reexported,
        });
    }

    fn mention(&mut self, path: Segments) {
        let path = self.leave_inline_modules(path);
        self.mentions.insert(path);
    }

    /// Rewrites a path as it would be outside the inline modules around it, because these modules belong to the
    /// same file.
    fn leave_inline_modules(&self, mut path: Segments) -> Segments {
        let supers = path
            .iter()
            .take_while(|segment| *segment == "super")
            .count();
        if supers > 0 && self.depth > 0 {
            path.drain(..supers.min(self.depth));
            if path.first().is_none_or(|first| first != "super") {
                path.insert(0, "self".to_owned());
            }
        }
        path
    }

    /// Collects the paths in the tokens of a macro. Macros are not expanded, and any path with `::` counts as a
    /// mention.
    fn mention_tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 && !path.is_empty() {
                        self.mention(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    if !path.is_empty() {
                        self.mention(std::mem::take(&mut path));
                    }
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.mention_tokens(group.stream());
                    }
                }
            }
        }
        if !path.is_empty() {
            self.mention(path);
        }
    }
}

impl<'ast> Visit<'ast> for File {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = describe(item);
        if attributes.iter().any(is_for_tests) {
            return;
        }
        self.items.extend(name);
        syn::visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if module.content.is_some() {
            self.items.insert(module.ident.to_string());
            self.depth += 1;
            syn::visit::visit_item_mod(self, module);
            self.depth -= 1;
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_reexported = !matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, vec![], is_reexported);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        self.mention(segments.collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.mention_tokens(call.tokens.clone());
    }
}

/// Returns the attributes of an item, and its name if other files can use it.
fn describe(item: &Item) -> (&[Attribute], Option<String>) {
    let (attributes, name) = match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Union(item) => (&item.attrs, Some(&item.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Use(item) => (&item.attrs, None),
        _ => return (&[], None),
    };
    (attributes, name.map(ToString::to_string))
}

/// Returns `true` if the attribute is `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute
            .parse_args::<syn::Path>()
            .is_ok_and(|condition| condition.is_ident("test"))
}
