//! Reads puzzles of any format, including drawings and rules texts.

use cluewright_formats::{ReadError, ReadOptions, Reading};
use cluewright_puzzle::budget::Budget;
use cluewright_puzzle::{Clue, Import, Puzzle, Recognised, SENTENCE, Sentence, Status, open_part};
use cluewright_recognition::{Answer, DECORATION, recognise, reopen_cages};
use cluewright_rules::Book;

/// Reads text in the format with the given name, or in the detected format. Drawings and sentences that state rules
/// become clues, provided that the puzzle is then proven unique.
///
/// # Errors
/// Returns an error if there is no such format, if no format recognises the text, or if the text is invalid.
pub fn read_any(
    text: &str,
    format: Option<&str>,
    options: &ReadOptions,
) -> Result<Reading, ReadError> {
    read_within(text, format, options, Budget::NONE)
}

/// Reads text within a budget. If the budget runs out before the meaning of drawings and sentences is proven, the
/// puzzle stays unchecked.
pub(crate) fn read_within(
    text: &str,
    format: Option<&str>,
    options: &ReadOptions,
    budget: Budget<'_>,
) -> Result<Reading, ReadError> {
    let mut reading = cluewright_formats::read_any(text, format, options)?;
    let answers = answers(&options.readings)?;
    let is_drawn = DRAWN.contains(&reading.format);
    for puzzle in &mut reading.puzzles {
        if !options.ignore_drawings && (is_drawn || puzzle.import.is_some()) {
            read_drawings(puzzle, options, &answers, budget);
        }
    }
    Ok(reading)
}

/// The formats whose drawings and texts may state rules. In other formats the rules are data, and the setter's text
/// only repeats them.
const DRAWN: [&str; 3] = ["sudokupad", "fpuzzles", "penpa"];

fn read_drawings(
    puzzle: &mut Puzzle,
    options: &ReadOptions,
    answers: &[Answer],
    budget: Budget<'_>,
) {
    let book = options.book();
    match puzzle.import.take() {
        // Without new answers, the earlier reading remains. Otherwise a file would be recognised again each time it
        // is read.
        Some(import) if answers.is_empty() => puzzle.import = Some(import),
        Some(import) => *puzzle = read_again(puzzle, import, &options.readings, book, budget),
        None => {
            // A link that contains our own file already has the clues that were recognised in its drawings, so the drawings are
            // not interpreted again.
            let is_read = !puzzle.sentences.is_empty() || !puzzle.recognised.is_empty();
            if !is_read && (puzzle.about.rules.is_some() || !puzzle.unread.is_empty()) {
                *puzzle = read_first(puzzle, &options.readings, book, budget);
            }
        }
    }
}

fn answers(texts: &[String]) -> Result<Vec<Answer>, ReadError> {
    let answer = |text: &String| text.parse().map_err(ReadError::new);
    texts.iter().map(answer).collect()
}

fn read_first(puzzle: &Puzzle, texts: &[String], book: &Book, budget: Budget<'_>) -> Puzzle {
    let mut puzzle = puzzle.clone();
    // Cages that become drawings are recognised again with each answer, so they belong to `open`.
    reopen_cages(&mut puzzle, book);
    let elements = puzzle.elements.iter().enumerate();
    let open = elements.filter(|(_, element)| element.status == Status::Open);
    let others = puzzle.unread.iter().filter(|part| part.element.is_none());
    let import = Import {
        open: open.map(|(index, _)| index).collect(),
        others: others.cloned().collect(),
        clues: vec![],
        answers: texts.to_vec(),
    };
    let mut read = interpret(&puzzle, &import, book, budget);
    let clues = without(&read.clues, &puzzle.clues);
    read.import = Some(Import { clues, ..import });
    read
}

/// Recognises the drawings again with additional answers, which replace earlier answers about the same drawings. Manual
/// changes since the last reading are kept.
fn read_again(
    puzzle: &Puzzle,
    import: Import,
    texts: &[String],
    book: &Book,
    budget: Budget<'_>,
) -> Puzzle {
    let import = Import {
        answers: join_answers(texts, &import.answers),
        ..import
    };
    let mut base = Puzzle {
        clues: without(&puzzle.clues, &import.clues),
        sentences: vec![],
        recognised: vec![],
        unread: import.others.clone(),
        ..puzzle.clone()
    };
    for &index in &import.open {
        if let Some(element) = base.elements.get_mut(index) {
            // Only open elements are recognised, so the earlier result is reset.
            element.status = Status::Open;
        }
    }
    let mut read = interpret(&base, &import, book, budget);
    let clues = without(&read.clues, &base.clues);
    // Only the differences between the two readings are applied. Otherwise a clue that was deleted by hand would
    // return.
    read.clues = without(&puzzle.clues, &without(&import.clues, &clues));
    read.clues.extend(without(&clues, &import.clues));
    read.import = Some(Import { clues, ..import });
    read
}

/// Returns the new answers, followed by the earlier answers about other drawings.
fn join_answers(new: &[String], before: &[String]) -> Vec<String> {
    let drawing = |text: &String| text.parse().map_or(text.clone(), |a: Answer| a.drawing);
    let named: Vec<String> = new.iter().map(drawing).collect();
    let kept = before.iter().filter(|text| !named.contains(&drawing(text)));
    new.iter().chain(kept).cloned().collect()
}

/// Returns the clues that `others` does not contain. Each clue of `others` cancels only one equal clue.
fn without(clues: &[Clue], others: &[Clue]) -> Vec<Clue> {
    let mut others = others.to_vec();
    let is_new = |clue: &&Clue| match others.iter().position(|other| other == *clue) {
        Some(place) => {
            others.swap_remove(place);
            false
        }
        None => true,
    };
    clues.iter().filter(is_new).cloned().collect()
}

/// Interprets the drawings and sentences of a puzzle, using the answers that its import stores.
fn interpret(base: &Puzzle, import: &Import, book: &Book, budget: Budget<'_>) -> Puzzle {
    let answers: Vec<Answer> = import
        .answers
        .iter()
        .flat_map(|text| text.parse())
        .collect();
    let mut base = base.clone();
    base.unread
        .retain(|part| part.element.is_some() || !is_decoration(&part.kind, &answers));
    let mut read = recognise(&base, book, &answers, budget);
    reopen_sentences(&mut read, &answers);
    read
}

/// Returns the rule that an answer about a sentence names; `None` if there is no such answer.
fn answer_for<'a>(sentence: &Sentence, answers: &'a [Answer]) -> Option<&'a str> {
    let mut answers = answers.iter();
    let answer = answers.find(|answer| answer.quotes(&sentence.text))?;
    Some(&answer.rule)
}

/// The answer that leaves a drawing or a sentence open.
const OPEN: &str = "open";

/// Removes the clues of global rules if an answer leaves their sentence open.
fn reopen_sentences(read: &mut Puzzle, answers: &[Answer]) {
    for sentence in &mut read.sentences {
        let Status::Read { rule } = &sentence.status else {
            continue;
        };
        let is_of_text =
            |other: &Recognised| other.rule == *rule && other.drawing == "the rules text";
        if answer_for(sentence, answers) != Some(OPEN) || !read.recognised.iter().any(is_of_text) {
            continue;
        }
        read.recognised.retain(|other| !is_of_text(other));
        // Recognition appends its clues, so the last clue of the rule is the recognised clue.
        let last = read.clues.iter().rposition(|clue| clue.rule == *rule);
        last.map(|place| read.clues.remove(place));
        sentence.status = Status::Open;
        let text = Some(sentence.text.clone());
        read.unread.push(open_part(SENTENCE, vec![], text));
    }
}

fn is_decoration(kind: &str, answers: &[Answer]) -> bool {
    let kind = kind.to_lowercase();
    answers
        .iter()
        .any(|answer| answer.rule == DECORATION && answer.drawing == kind)
}
