//! Finds cycles of files that import each other, and the imports that close them.

use crate::package::{Imports, Package};
use petgraph::algo::{greedy_feedback_arc_set, tarjan_scc};
use petgraph::graph::DiGraph;
use petgraph::visit::EdgeRef;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

/// Maximum size, in files, of a cycle within one folder.
const LARGEST_CIRCLE: usize = 5;

/// A cycle: files that can all reach each other through imports.
pub(crate) struct Circle {
    files: Vec<PathBuf>,
    /// A small set of imports from a lower layer to a higher one, whose removal breaks the cycle.
    upward: Vec<Arrow>,
}

/// The names that one file imports from another.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrow {
    importer: PathBuf,
    defining: PathBuf,
    names: BTreeSet<String>,
}

/// Returns the cycles of a package, largest first.
pub(crate) fn circles(package: &Package, imports: &Imports) -> Vec<Circle> {
    let graph: DiGraph<(), (), usize> = DiGraph::from_edges(imports.keys());
    let members = tarjan_scc(&graph)
        .into_iter()
        .filter(|members| members.len() > 1);
    let mut circles: Vec<Circle> = members
        .map(|members| {
            circle(
                package,
                imports,
                &members.iter().map(|node| node.index()).collect(),
            )
        })
        .collect();
    circles.sort_by(|a, b| {
        b.files
            .len()
            .cmp(&a.files.len())
            .then(a.files.cmp(&b.files))
    });
    circles
}

fn circle(package: &Package, imports: &Imports, members: &BTreeSet<usize>) -> Circle {
    let path = |file: usize| package.files[file].path.clone();
    let inside = imports
        .keys()
        .filter(|(importer, defining)| members.contains(importer) && members.contains(defining));
    let graph: DiGraph<(), (), usize> = DiGraph::from_edges(inside);
    let upward: BTreeSet<Arrow> = greedy_feedback_arc_set(&graph)
        .map(|edge| (edge.source().index(), edge.target().index()))
        .map(|ends| Arrow {
            importer: path(ends.0),
            defining: path(ends.1),
            names: imports[&ends].clone(),
        })
        .collect();
    // The indices of files follow the order of their paths, so the list is sorted by path.
    Circle {
        files: members.iter().copied().map(path).collect(),
        upward: upward.into_iter().collect(),
    }
}

impl Circle {
    /// Returns a line that lists the files of the cycle if it is not allowed; `None` if it is small and within one
    /// folder.
    pub(crate) fn complaint(&self) -> Option<String> {
        let folders: BTreeSet<_> = self.files.iter().map(|file| folder(file)).collect();
        let is_large = folders.len() > 1 || self.files.len() > LARGEST_CIRCLE;
        let files: Vec<_> = self
            .files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        is_large.then(|| format!("circle of {} files: {}", files.len(), files.join(" ")))
    }
}

/// Returns the folder of a module: `lower.rs` belongs to `lower/`, just as `lower/mod.rs` would.
fn folder(file: &Path) -> PathBuf {
    let own = file.with_extension("");
    if own.is_dir() {
        own
    } else {
        file.with_file_name("")
    }
}

impl Display for Circle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "circle of {} files, closed by", self.files.len())?;
        for arrow in &self.upward {
            write!(f, "\n  {arrow}")?;
        }
        Ok(())
    }
}

impl Display for Arrow {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        write!(
            f,
            "{} -> {}: {}",
            self.importer.display(),
            self.defining.display(),
            names.join(", ")
        )
    }
}
