//! What readers and writers of several formats need.

pub(crate) mod borders;
pub(crate) mod cells;
pub(crate) mod drawn;
pub(crate) mod links;
pub mod lz;
pub(crate) mod node;
pub(crate) mod picture;
pub(crate) mod unknown;
