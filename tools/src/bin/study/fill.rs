//! Removes the values from published puzzles, and measures how fast `fill` finds other values that make the layout
//! unique.
//!
//! `CLUEWRIGHT_DATA=FOLDER cargo run --release -p tools -- fill [RULES] [PUZZLES]` takes, for each rule, the first
//! three puzzles by id that have values to remove and were not taken for an earlier rule. RULES limits the number of
//! rules. PUZZLES is a list of ids, separated by commas, and limits the puzzles.
//!
//! The values to find are the numbers of all clues, the digits of all givens, and the kind of each dot, X and V. A
//! puzzle is filled once without requirements, and once with the original's tier. Times are processor times, halved
//! while both threads are running. They are close to the times of two threads on an idle machine, and other programs on
//! the machine do not affect them.

use cluewright::Prepared;
use cluewright::ask::{Choice, Grade, Host};
use cluewright_engine::search::{Budget, Deadline};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::{Clue, Draft, OpenClue, OpenKind, Puzzle, Values, Wanted};
use cluewright_rules::{Book, Default, ParamKind};
use cluewright_setter::setting::{Filling, Fillings, fill};
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tools::shares;

/// The rules to study, each with its usual name and the corresponding rules of the book. The published puzzles encode
/// little killers as `sum` clues on diagonals.
const RULES: &[(&str, &[&str])] = &[
    ("thermometer", &["thermometer"]),
    ("killer cage", &["killer-cage"]),
    ("arrow", &["arrow"]),
    ("kropki", &["white-dot", "black-dot"]),
    ("X/V", &["x", "v"]),
    ("whisper", &["german-whisper"]),
    ("renban", &["renban"]),
    ("little killer", &["sum"]),
    ("sandwich", &["sandwich"]),
    ("region sum", &["region-sum-line"]),
];
/// Number of puzzles to take for each rule.
const EACH: usize = 3;
/// Pairs of rules whose marks may replace each other.
const KINDS: &[[&str; 2]] = &[["white-dot", "black-dot"], ["x", "v"]];
/// Time limit for finding a filling without requirements.
const ANY: Duration = Duration::from_secs(20);
/// Time limit for finding a filling in the original's tier.
const IN_TIER: Duration = Duration::from_secs(90);
const THREADS: usize = 2;

/// A published puzzle and the rule for which it was taken.
struct Published {
    id: String,
    rule: &'static str,
    puzzle: Puzzle,
    draft: Draft,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let mut arguments = arguments.iter().cloned();
    let rules = arguments
        .next()
        .map_or(Ok(RULES.len()), |text| text.parse())?;
    let ids: Option<BTreeSet<String>> = arguments
        .next()
        .map(|ids| ids.split(',').map(str::to_owned).collect());
    let folder = std::env::var("CLUEWRIGHT_DATA")?;
    let text = fs::read_to_string(Path::new(&folder).join("ctc_rated_dev.jsonl"))?;
    println!(
        "| rule | puzzle | settled clues | open values | filled | steps | original tier | in that tier | steps |"
    );
    println!("| --- | --- | --: | --: | --: | --: | --- | --: | --: |");
    let (mut any, mut in_tier, mut count) = (vec![], vec![], 0);
    for published in read_published(&text, &RULES[..rules])? {
        if ids.as_ref().is_some_and(|ids| !ids.contains(&published.id)) {
            continue;
        }
        count += 1;
        let (tier, [first, second]) = outcomes(&published)?;
        let Published {
            id, rule, draft, ..
        } = &published;
        let open = draft.open.len() + draft.wanted.givens.len();
        println!(
            "| {rule} | {id} | {} | {open} | {} | {} | {tier} | {} | {} |",
            draft.puzzle.clues.len(),
            first.to_text(),
            first.steps,
            second.to_text(),
            second.steps,
        );
        any.extend(first.found);
        in_tier.extend(second.found);
    }
    print("filled", &mut any, count);
    print("in the original's tier", &mut in_tier, count);
    Ok(())
}

/// Returns the puzzles of the study.
fn read_published(
    text: &str,
    rules: &[(&'static str, &[&str])],
) -> Result<Vec<Published>, Box<dyn Error>> {
    let mut rows: Vec<(String, Puzzle)> = vec![];
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        let (Some(id), Some(toml)) = (row["id"].as_str(), row["toml"].as_str()) else {
            continue;
        };
        let reading = read_any(toml, None, &ReadOptions::default());
        let puzzle = reading
            .ok()
            .and_then(|reading| reading.puzzles.into_iter().next());
        rows.extend(puzzle.map(|puzzle| (id.to_owned(), puzzle)));
    }
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    let mut taken = BTreeSet::new();
    let mut chosen = vec![];
    for (rule, names) in rules {
        let of_it = rows.iter().filter(|(id, puzzle)| {
            let named = |clue: &Clue| names.contains(&clue.rule.as_str());
            !taken.contains(id) && puzzle.clues.iter().any(named)
        });
        let of_it = of_it.filter_map(|(id, puzzle)| {
            Some(Published {
                id: id.clone(),
                rule,
                puzzle: puzzle.clone(),
                draft: open_values(puzzle)?,
            })
        });
        let of_it: Vec<Published> = of_it.take(EACH).collect();
        taken.extend(of_it.iter().map(|published| published.id.clone()));
        chosen.extend(of_it);
    }
    Ok(chosen)
}

/// Converts a puzzle to a draft in which all values are open; `None` if the puzzle has no values.
fn open_values(puzzle: &Puzzle) -> Option<Draft> {
    let mut settled = puzzle.clone();
    settled.solution = None;
    settled.kept = None;
    let clues = std::mem::take(&mut settled.clues);
    let givens = std::mem::take(&mut settled.givens);
    let mut open = vec![];
    for clue in clues {
        match kinds(&clue) {
            Some(kinds) => open.push(OpenClue {
                kinds,
                optional: false,
                group: None,
            }),
            None => settled.clues.push(clue),
        }
    }
    let draft = Draft {
        puzzle: settled,
        open,
        choose: vec![],
        wanted: Wanted {
            givens: givens.iter().map(|given| given.cell).collect(),
            ..Wanted::default()
        },
    };
    (!draft.open.is_empty() || !draft.wanted.givens.is_empty()).then_some(draft)
}

/// Returns the forms that a clue may have when its values are open; `None` if the clue has no values.
fn kinds(clue: &Clue) -> Option<Vec<OpenKind>> {
    if let Some(kinds) = KINDS
        .iter()
        .find(|kinds| kinds.contains(&clue.rule.as_str()))
    {
        let of_kind = |rule: &&str| OpenKind {
            clue: Clue {
                rule: (*rule).to_owned(),
                ..clue.clone()
            },
            values: vec![],
        };
        return Some(kinds.iter().map(of_kind).collect());
    }
    let rule = Book::builtin().rule(&clue.rule).ok()?;
    let numbers = rule.params.iter().filter(|spec| {
        let open = matches!(spec.default, Default::Required | Default::Optional);
        open && spec.kind != ParamKind::Text && clue.params.contains_key(&spec.name)
    });
    let values: Vec<(String, Values)> = numbers
        .map(|spec| (spec.name.clone(), Values::Any))
        .collect();
    let mut clue = clue.clone();
    values.iter().for_each(|(name, _)| {
        clue.params.remove(name);
    });
    (!values.is_empty()).then(|| vec![OpenKind { clue, values }])
}

/// The result of filling one draft.
struct Outcome {
    found: Option<f64>,
    amiss: String,
    steps: u64,
}

/// Fills a puzzle twice, without requirements and in its own tier. Returns the tier and the two results.
fn outcomes(published: &Published) -> Result<(String, [Outcome; 2]), Box<dyn Error>> {
    let prepared = Prepared::new(published.puzzle.clone(), Book::builtin())?;
    let graded = prepared.ask(&Grade::default(), &Host::QUIET);
    let grade = graded.map_err(|refusal| refusal.message)?.grade;
    let tier = grade.ok_or("it is not unique")?.tier;
    let mut draft = published.draft.clone();
    let any = fill_draft(&draft, ANY)?;
    draft.wanted.tiers = vec![tier.clone()];
    let in_tier = fill_draft(&draft, IN_TIER)?;
    Ok((tier, [any, in_tier]))
}

fn fill_draft(draft: &Draft, time: Duration) -> Result<Outcome, Box<dyn Error>> {
    let profile = Choice::default().profile();
    let profile = profile.map_err(|refusal| refusal.message)?;
    let filling = Filling {
        count: 1,
        seed: 0,
        all: false,
        best: None,
        profile: &profile,
        steps: u64::MAX,
        budget: Budget {
            deadline: Deadline::after(time),
            ..Budget::default()
        },
        threads: THREADS,
        progress: None,
    };
    let (found, took) = shares(|| fill(draft, Book::builtin(), &filling));
    let Fillings {
        puzzles,
        near,
        steps,
        ..
    } = found?;
    Ok(Outcome {
        found: (!puzzles.is_empty()).then_some(took.alone + took.together / THREADS as f64),
        amiss: near.map_or_else(String::new, |near| near.amiss),
        steps,
    })
}

impl Outcome {
    fn to_text(&self) -> String {
        match self.found {
            Some(time) => format!("{time:.2} s"),
            None => format!("no: {}", self.amiss),
        }
    }
}

fn print(what: &str, times: &mut [f64], count: usize) {
    times.sort_by(f64::total_cmp);
    let within = |limit: f64| times.iter().filter(|time| **time <= limit).count();
    println!(
        "\n{what}: {} of {count}; within 10 s {}, within 60 s {}; median {:.2} s",
        times.len(),
        within(10.0),
        within(60.0),
        times.get(times.len() / 2).copied().unwrap_or_default()
    );
}
