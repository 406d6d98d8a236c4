//! Reads the files of a package, and resolves their imports to files.

use crate::file::{File, Segments};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use walkdir::WalkDir;

/// Maximum number of re-exports to follow when resolving a name. Without this limit, resolving a name in a cycle of
/// re-exports would never end.
const LONGEST_DETOUR: usize = 12;

/// The names that one file uses from another, keyed by the indices of both files.
pub(crate) type Imports = BTreeMap<(usize, usize), BTreeSet<String>>;

/// All files in the source folder of a package.
pub(crate) struct Package {
    pub(crate) files: Vec<File>,
    /// The index of each module's file, keyed by the module's path from the root.
    modules: BTreeMap<Segments, usize>,
}

/// The target to which a path resolves.
enum Target {
    Module(Segments),
    /// An item: the index of the file that defines it, and its name.
    Item(usize, String),
}

impl Package {
    /// # Errors
    /// Returns an error if a file cannot be read, or is not valid Rust.
    pub(crate) fn read(source: &Path) -> io::Result<Self> {
        let mut package = Self {
            files: vec![],
            modules: BTreeMap::new(),
        };
        for entry in WalkDir::new(source).sort_by_file_name() {
            let entry = entry.map_err(io::Error::other)?;
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let module = module_of(path.strip_prefix(source).unwrap_or(path));
                package.modules.insert(module, package.files.len());
                package.files.push(File::parse(path)?);
            }
        }
        Ok(package)
    }

    /// Finds the names that each file uses from each other file. A name that is re-exported is followed to its
    /// definition.
    #[must_use]
    pub(crate) fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (module, &importer) in &self.modules {
            let file = &self.files[importer];
            let named = file.imports.iter().filter(|import| import.name.is_some());
            let paths = named.map(|import| &import.path).chain(&file.mentions);
            let items = paths.filter_map(|path| match self.resolve(module, path, 0)? {
                Target::Item(defining, name) => Some((defining, name)),
                Target::Module(_) => None,
            });
            let globs = file
                .imports
                .iter()
                .filter(|import| import.name.is_none() && import.is_reexported);
            let modules =
                globs.filter_map(|import| match self.resolve(module, &import.path, 0)? {
                    Target::Module(module) => Some((*self.modules.get(&module)?, "*".to_owned())),
                    Target::Item(..) => None,
                });
            for (defining, name) in items
                .chain(modules)
                .filter(|(defining, _)| *defining != importer)
            {
                imports
                    .entry((importer, defining))
                    .or_default()
                    .insert(name);
            }
        }
        imports
    }

    /// Resolves a path in the scope of a module; `None` if it leads out of the package.
    fn resolve(&self, module: &[String], path: &[String], detours: usize) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.descend(&[], rest, detours),
            "self" => self.descend(module, rest, detours),
            "super" => {
                let (_, parent) = module.split_last()?;
                match rest.first() {
                    Some(next) if next == "super" => self.resolve(parent, rest, detours),
                    _ => self.descend(parent, rest, detours),
                }
            }
            _ => self.descend(module, path, detours),
        }
    }

    /// Resolves a path that starts with a name defined in a module.
    fn descend(&self, module: &[String], path: &[String], detours: usize) -> Option<Target> {
        let Some((name, rest)) = path.split_first() else {
            return Some(Target::Module(module.to_owned()));
        };
        let child: Segments = module.iter().chain([name]).cloned().collect();
        if self.modules.contains_key(&child) {
            return self.descend(&child, rest, detours);
        }
        let &index = self.modules.get(module)?;
        let file = &self.files[index];
        if file.items.contains(name) {
            return Some(Target::Item(index, name.clone()));
        }
        if detours == LONGEST_DETOUR {
            return None;
        }
        file.imports.iter().find_map(|import| match &import.name {
            Some(imported) if imported == name => {
                let target = self.resolve(module, &import.path, detours + 1)?;
                self.follow(target, rest, detours)
            }
            Some(_) => None,
            None => match self.resolve(module, &import.path, detours + 1)? {
                Target::Module(other) if other != module => self.descend(&other, path, detours + 1),
                _ => None,
            },
        })
    }

    /// Resolves the rest of a path whose first segments have already been resolved to a target.
    fn follow(&self, target: Target, rest: &[String], detours: usize) -> Option<Target> {
        match target {
            Target::Module(module) => self.descend(&module, rest, detours + 1),
            // Variants and associated items are defined in the file of their type.
            item @ Target::Item(..) => Some(item),
        }
    }
}

/// Returns the path of the module in a file, relative to the source folder.
fn module_of(file: &Path) -> Segments {
    let mut module: Segments = file
        .with_extension("")
        .iter()
        .map(|segment| segment.to_string_lossy().into_owned())
        .collect();
    if module
        .last()
        .is_some_and(|last| last == "mod" || last == "lib" || last == "main")
    {
        module.pop();
    }
    module
}
