//! Formats the engine's results as text: steps and stories, verdicts and grids. Nothing is computed
//! here.

mod argued;
mod candidates;
mod check;
mod conclusions;
mod diagnosis;
mod echo;
mod grade;
mod grid;
mod groups;
mod likewise;
mod minimised;
mod names;
mod paint;
mod rule_page;
mod side_by_side;
mod solution;
mod spans;
mod steps;
mod story;
mod suggested;
mod technique_page;
mod techniques;
mod visible;
mod wording;
mod words;

pub use candidates::{candidates_text, estimate_line};
pub use check::{check_text, unchecked_text};
pub use diagnosis::{argument_sentences, diagnosis_text};
pub use echo::{echo, warnings};
pub use grade::grade_text;
pub use grid::{Grid, Look};
pub use minimised::minimised_text;
pub use names::{cells_text, cite, cite_name, cites_text};
pub use paint::{Paint, pieces, plain};
pub use rule_page::{rule_book, rule_list, rule_page};
pub use side_by_side::join_side_by_side;
pub use solution::{Extras, differences, solution, solution_lines, solutions};
pub use spans::{Span, SpanKind};
pub use steps::{rating, step_full, step_grid, step_short, step_spans, technique};
pub use story::{Paragraph, Sentence, story, story_text};
pub use suggested::suggested_text;
pub use technique_page::{Example, technique_book, technique_chapter};
pub use techniques::{TechniqueJson, technique_list};
pub use visible::{is_control, one_line, visible};
pub use wording::{PhraseError, Phrases};
pub use words::{
    capital, count_line, count_of, guesses, row_count, seconds, stop_reason, verdict_line,
    with_commas,
};
