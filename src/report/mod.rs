//! Views: results as text for people. Nothing is computed here.

#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "batch")]
mod corpus;
mod diagnosis_svg;
mod page;
#[cfg(feature = "batch")]
mod plot;
#[cfg(feature = "png")]
mod png;
mod puzzle_svg;
mod rule_icon;
mod rule_json;
mod svg;

#[cfg(feature = "batch")]
pub use batch::{batch_line, batch_progress, batch_summary};
#[cfg(feature = "batch")]
pub use corpus::{diff_text, stats_page, stats_plots, stats_text};
pub use diagnosis_svg::diagnosis_svg;
pub use page::{Told, puzzle_page, report_page};
#[cfg(feature = "batch")]
pub use plot::{Bar, bar_plot, histogram};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use puzzle_svg::{Beside, Highlight, picture, puzzle_svg};
pub use rule_icon::rule_icon;
pub use rule_json::{ParamJson, RuleJson, SlotJson};
pub use svg::{CELL, Canvas, Ink, Picture, STYLE};
