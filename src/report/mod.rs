//! Results in words and pictures for people. Nothing is computed here.

#[cfg(feature = "cli")]
mod batch;
#[cfg(feature = "cli")]
mod booklet;
#[cfg(feature = "cli")]
mod corpus;
mod diagnosis_svg;
mod page;
#[cfg(feature = "cli")]
mod pdf;
#[cfg(feature = "cli")]
mod plot;
#[cfg(feature = "png")]
mod png;
mod puzzle_svg;
mod rule_icon;
mod rule_json;
mod svg;
#[cfg(feature = "png")]
mod typeface;

#[cfg(feature = "cli")]
pub(crate) use batch::{batch_line, batch_progress, batch_summary};
#[cfg(feature = "cli")]
pub(crate) use booklet::{Entry, Layout as BookletLayout, booklet};
#[cfg(feature = "cli")]
pub(crate) use corpus::{diff_text, stats_page, stats_plots, stats_text};
#[cfg(feature = "cli")]
pub(crate) use diagnosis_svg::diagnosis_svg;
#[cfg(feature = "cli")]
pub(crate) use page::puzzle_page;
pub(crate) use page::{Told, report_page};
#[cfg(feature = "cli")]
pub(crate) use pdf::{Colours, PdfError, pdf};
#[cfg(feature = "png")]
pub(crate) use png::png;
pub use puzzle_svg::Highlight;
pub(crate) use puzzle_svg::{Beside, picture};
pub use rule_json::{ParamJson, RuleJson, SlotJson};
#[cfg(feature = "cli")]
pub(crate) use svg::Picture;
pub(crate) use svg::{CELL, STYLE, Theme};
#[cfg(feature = "png")]
pub(crate) use typeface::Typeface;
