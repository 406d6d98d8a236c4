//! Views: results as text for people. Nothing is computed here.

mod argued;
#[cfg(feature = "batch")]
mod batch;
mod beside;
mod candidates;
mod check;
mod conclusions;
#[cfg(feature = "batch")]
mod corpus;
mod diagnosis;
mod diagnosis_svg;
mod echo;
mod grade;
mod grid;
mod groups;
mod minimised;
mod names;
mod page;
mod paint;
mod phrases;
#[cfg(feature = "batch")]
mod plot;
#[cfg(feature = "png")]
mod png;
mod puzzle_svg;
mod rule_icon;
mod rule_json;
mod rule_page;
mod solution;
mod steps;
mod story;
mod suggested;
mod svg;
mod techniques;
mod visible;
mod words;

#[cfg(feature = "batch")]
pub use batch::{batch_line, batch_progress, batch_summary};
pub use beside::beside;
pub use candidates::{candidates_text, estimate_line};
pub use check::{check_text, unchecked_text};
#[cfg(feature = "batch")]
pub use corpus::{diff_text, stats_page, stats_plots, stats_text};
pub use diagnosis::{argument_sentences, diagnosis_text};
pub use diagnosis_svg::diagnosis_svg;
pub use echo::{echo, warnings};
pub use grade::grade_text;
pub use grid::{Grid, Look};
pub use minimised::minimised_text;
pub use names::{cells_text, cite, cite_name, cites_text};
pub use page::{Told, puzzle_page, report_page};
pub use paint::{Paint, pieces, plain};
pub use phrases::{PhraseError, Phrases};
#[cfg(feature = "batch")]
pub use plot::{Bar, bar_plot, histogram};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use puzzle_svg::{Beside, Highlight, picture, puzzle_svg};
pub use rule_icon::rule_icon;
pub use rule_json::{ParamJson, RuleJson, SlotJson};
pub use rule_page::{rule_book, rule_list, rule_page};
pub use solution::{Extras, differences, solution, solution_lines, solutions};
pub use steps::{rating, step_full, step_grid, step_short, technique};
pub use story::{Paragraph, Sentence, story, story_text};
pub use suggested::suggested_text;
pub use svg::{CELL, Canvas, Ink, Picture, STYLE};
pub use techniques::{TechniqueJson, technique_list};
pub use visible::{is_control, one_line, visible};
pub(crate) use words::counted;
pub use words::{count_line, grouped, guesses, seconds, stopped, verdict_line};
