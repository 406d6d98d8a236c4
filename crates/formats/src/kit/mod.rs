//! Tools that readers and writers of several formats share.

pub(crate) mod borders;
pub(crate) mod cells;
pub(crate) mod drawn;
mod format;
pub(crate) mod links;
pub mod lz;
pub(crate) mod node;
pub(crate) mod payload;
pub(crate) mod picture;
mod reading;
pub(crate) mod rules_text;
pub(crate) mod unknown;
mod writing;

pub use format::Format;
pub use reading::{ReadError, ReadOptions};
pub use writing::{Aside, WriteError};
pub(crate) use writing::{pill_out_of_order, refuse_unread};
