//! Measures the share of break-ins for which a story gives an argument. In an argument, the facts written in the
//! sentence force its conclusion on their own.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- argued [SECONDS] [FILE.jsonl] [every=N] [from=N] [list] [group]
//! [read] [judge] [ID…]` solves the featured puzzles of the file (`ctc_rated_dev.jsonl`), with a limit of SECONDS of processor
//! time for each (3). It prints two tables by form of argument: one of the steps in break-in sentences, and one of all
//! steps in the stories.
//!
//! `list` prints the steps in break-in sentences. `group` counts the steps without an argument by form and by the
//! families of the cited rules: those in break-ins, and all those in puzzles rated 4.4 and above. `read` prints each
//! story. `judge` proves each step of each story on the story's own board, and counts the steps that are refused.
//!
//! The checker uses only the typed form of a sentence, that is, the numbers, sets and cells in its text, and not the
//! board, except for what placed digits exclude from the cells that see them. One clue or one house counts as a fact by itself. A conclusion from several clues or houses must follow by
//! arithmetic from the facts that are written about each of them.

use cluewright_engine::model::{Cite, Model};
use cluewright_engine::parts;
use cluewright_engine::search::{Deadline, Limits, Run, prove};
use cluewright_logic::{
    Argument, Basis, Board, Cells, Fall, Ground, Needed, Profile, Proof, Sentence, Step, Tally,
    Way, judge, select_steps, solve,
};
use cluewright_narrate::{Paragraph, step_full, story, story_text};
use cluewright_puzzle::{DigitSet, Puzzle};
use cluewright_rules::{Book, Clues};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tools::processor_time;

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let number = |word: &str, usual: usize| {
        let found = arguments.iter().find_map(|one| one.strip_prefix(word));
        found.map_or(Ok(usual), str::parse)
    };
    let seconds = arguments.iter().find_map(|one| one.parse().ok());
    let file = arguments.iter().find(|one| one.ends_with(".jsonl"));
    let file = file.map_or("ctc_rated_dev.jsonl", String::as_str);
    let ids: Vec<&String> = arguments.iter().filter(|one| one.contains("--")).collect();
    let mut study = Study {
        list: arguments.iter().any(|one| one == "list"),
        read: arguments.iter().any(|one| one == "read"),
        group: arguments.iter().any(|one| one == "group"),
        judge: arguments.iter().any(|one| one == "judge"),
        limit: Duration::from_secs(seconds.unwrap_or(3)),
        ..Study::default()
    };
    let rows = read_featured(file)?.into_iter().skip(number("from=", 0)?);
    for (id, puzzle) in rows.step_by(number("every=", 1)?) {
        if ids.is_empty() || ids.contains(&&id) {
            study.add(&id, &puzzle);
        }
    }
    study.print();
    Ok(())
}

/// Reads the featured variants of a file, with their ids.
fn read_featured(file: &str) -> Result<Vec<(String, Puzzle)>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(format!("{}/{file}", std::env::var("CLUEWRIGHT_DATA")?))?;
    let mut rows = vec![];
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let text = row["toml"].as_str().or(row["iss"].as_str());
        let reading = cluewright_formats::read_any(
            text.unwrap_or_default(),
            None,
            &cluewright_formats::ReadOptions::default(),
        );
        let puzzle = reading.ok().and_then(|all| all.puzzles.into_iter().next());
        let is_featured = row["kind"].is_null() || row["kind"] == "featured";
        if let Some(puzzle) = puzzle.filter(|puzzle| is_featured && !puzzle.clues.is_empty()) {
            rows.push((row["id"].as_str().unwrap_or("?").to_owned(), puzzle));
        }
    }
    Ok(rows)
}

/// The number of sentences with an argument, and the number of all sentences.
#[derive(Clone, Copy, Default)]
struct Share {
    argued: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, is_argued: bool) {
        self.all += 1;
        self.argued += usize::from(is_argued);
    }
}

#[derive(Default)]
struct Study {
    list: bool,
    read: bool,
    group: bool,
    judge: bool,
    /// Number of steps that the judge does not accept on the story's board.
    refused: usize,
    limit: Duration,
    stories: usize,
    /// The shares of steps in break-in sentences that have an argument, keyed by its form.
    break_ins: BTreeMap<&'static str, Share>,
    steps: BTreeMap<&'static str, Share>,
    /// The share of argued steps in puzzles rated 4.4 and above.
    hard: Share,
    /// The numbers of steps without an argument, keyed by their table (steps or break-ins), form and rule families.
    groups: BTreeMap<(&'static str, &'static str, String), usize>,
    /// Number of sentences that leave out some cells or candidates.
    hiding: usize,
    raw: usize,
    /// Number of titles that equal the previous title.
    repeated: usize,
    sentences: Vec<usize>,
    words: Vec<usize>,
}

impl Study {
    fn add(&mut self, id: &str, puzzle: &Puzzle) {
        let Ok(clues) = parts(puzzle, Book::builtin()) else {
            return;
        };
        let model = Model::new(puzzle, &clues);
        let limits = Limits {
            nodes: 300_000,
            deadline: Deadline::after(self.limit),
            ..Limits::NONE
        };
        let run = Run {
            threads: 1,
            ..Run::default()
        };
        let solution = prove(puzzle, &model, limits, run).only_solution();
        let ground = Ground::new(puzzle, Book::builtin(), &clues, &model);
        let (Some(solution), Ok(ground)) = (solution, ground) else {
            return;
        };
        let ground = ground.with_only_solution(solution);
        let start = processor_time();
        let profile = Profile::builtin("default").expect("it is built in");
        let path = solve(&ground, profile, |_| processor_time() - start < self.limit);
        let needed = select_steps(&ground, &path);
        self.stories += 1;
        for one in &needed {
            let is_argued = is_argued(&ground, &one.step);
            let kind = kind(&one.step);
            self.steps.entry(kind).or_default().add(is_argued);
            if path.hardest() >= 44 {
                self.hard.add(is_argued);
                self.add_to_group("steps", &ground, &one.step, is_argued);
            }
        }
        if self.judge {
            self.judge_all(id, &ground, &needed);
        }
        let story = story(&ground, &path);
        if self.read {
            println!("# {id}\n\n{}", story_text(puzzle, &story));
        }
        self.add_story(id, &ground, &needed, &story);
    }

    /// Judges each step on the board after the earlier steps of the story.
    fn judge_all(&mut self, id: &str, ground: &Ground<'_>, told: &[Needed<'_>]) {
        let mut board = Board::new(ground);
        for one in told {
            let verdict = judge(ground, &board, &one.step);
            // A search has no argument to judge.
            if let Err(refusal) = verdict
                && !one.step.technique().is_search()
            {
                self.refused += 1;
                println!("{refusal:?}\t{id}\t{}", step_full(ground, &one.step));
            }
            board.apply(ground, &one.step);
        }
    }

    fn add_story(
        &mut self,
        id: &str,
        ground: &Ground<'_>,
        needed: &[Needed<'_>],
        story: &[Paragraph],
    ) {
        let titles = story.windows(2);
        self.repeated += titles.filter(|two| two[0].title == two[1].title).count();
        self.sentences
            .push(story.iter().map(|part| part.sentences.len()).sum());
        for told in story.iter().flat_map(|part| &part.sentences) {
            let hides = told.text.contains("more cell") || told.text.contains("lose candidates");
            self.hiding += usize::from(hides);
            self.raw += usize::from(told.text.contains('`'));
            self.words.push(told.text.split(' ').count());
            if !told.break_in {
                continue;
            }
            let steps = needed.iter().filter(|one| told.steps.contains(&one.place));
            for one in steps {
                let is_argued = !hides && is_argued(ground, &one.step);
                let kind = kind(&one.step);
                self.break_ins.entry(kind).or_default().add(is_argued);
                self.add_to_group("break-ins", ground, &one.step, is_argued);
                if self.list {
                    let word = if is_argued { "argued" } else { "not argued" };
                    println!("{word}\t{kind}\t{id}\t{}", step_full(ground, &one.step));
                }
            }
        }
    }

    fn add_to_group(
        &mut self,
        table: &'static str,
        ground: &Ground<'_>,
        step: &Step,
        is_argued: bool,
    ) {
        if !is_argued {
            let group = (table, kind(step), families(ground, step));
            *self.groups.entry(group).or_default() += 1;
        }
    }

    fn print_groups(&self) {
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_key(|((table, ..), count)| (*table, std::cmp::Reverse(**count)));
        println!("\nnot argued\tof\tform\tfamilies");
        for ((table, kind, families), count) in groups {
            println!("{count}\t{table}\t{kind}\t{families}");
        }
    }

    fn print(&mut self) {
        if self.group {
            self.print_groups();
        }
        if self.judge {
            println!("\nsteps that the judge refuses: {}", self.refused);
        }
        for (name, table) in [("break-ins", &self.break_ins), ("steps", &self.steps)] {
            let mut rows: Vec<_> = table.iter().collect();
            rows.sort_by_key(|(_, share)| std::cmp::Reverse(share.all - share.argued));
            println!("\n{name}: argued\tof\tform");
            for (kind, share) in rows {
                println!("{}\t{}\t{kind}", share.argued, share.all);
            }
            let sum = |count: fn(&Share) -> usize| table.values().map(count).sum::<usize>();
            let (argued, all) = (sum(|share| share.argued), sum(|share| share.all));
            println!("{argued}\t{all}\tall: {}", percent(argued, all));
        }
        let median = |numbers: &mut Vec<usize>| {
            numbers.sort_unstable();
            numbers.get(numbers.len() / 2).copied().unwrap_or(0)
        };
        println!(
            "\n{} stories, median {} sentences of {} words; hiding cells {}, raw formulas {}, repeated titles {}; \
             without an argument in puzzles of 4.4 and more {}",
            self.stories,
            median(&mut self.sentences),
            median(&mut self.words),
            self.hiding,
            self.raw,
            self.repeated,
            percent(self.hard.all - self.hard.argued, self.hard.all),
        );
    }
}

fn percent(part: usize, all: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / all.max(1) as f64)
}

/// Returns the families of the rules whose clues a step cites, sorted.
fn families(ground: &Ground<'_>, step: &Step) -> String {
    let clues = step.reason.cites.iter().filter_map(|cite| match cite {
        Cite::Clue(clue) => Some(&ground.puzzle.clues[usize::from(*clue)].rule),
        _ => None,
    });
    let families = clues.map(|rule| {
        let rule = ground.book.rule(rule);
        rule.map_or("own", |rule| &rule.family)
    });
    let families: BTreeSet<&str> = families.collect();
    families.into_iter().collect::<Vec<_>>().join("+")
}

/// Returns the name for the form of a step's argument.
fn kind(step: &Step) -> &'static str {
    match step.sentence() {
        Sentence::Marks(Argument::Plain) => "marked cells",
        sentence => sentence.kind(),
    }
}

/// Returns `true` if the facts written in a step's sentence force its whole conclusion.
fn is_argued(ground: &Ground<'_>, step: &Step) -> bool {
    let facts = match step.sentence() {
        Sentence::LastCell | Sentence::OnlyPlace | Sentence::OnlyDigit | Sentence::Bug => {
            return true;
        }
        // The links of a chain are written one by one. Each follows from only one cell or house, so the links need no
        // other facts.
        Sentence::Chain(_) => return !step.chain.is_empty(),
        Sentence::Marks(argument) | Sentence::Clues(argument) => {
            return is_argued_from_clues(ground, step, argument);
        }
        Sentence::NakedSet | Sentence::SharedSet | Sentence::LockedSet => {
            Facts::default().within(step.pattern, step.digits)
        }
        // A single clue or house needs no further argument.
        Sentence::Classes => return step.reason.cites.len() == 1,
        Sentence::Refutation(broken) => {
            return broken.is_known && broken.cites.len() == 1 && step.chain.len() <= 1;
        }
        Sentence::Proven(proofs) => return proofs.iter().all(|proof| is_proof(ground, proof)),
        // The last cell of a house is visible on the board as a single.
        Sentence::ConfinedLeaving(..) | Sentence::HiddenSetLeaving => return true,
        Sentence::Confined(house) | Sentence::Seen(house) => {
            places(step, [house_cells(ground, *house)])
        }
        Sentence::HiddenSet => {
            let cites = step.reason.cites.iter();
            places(step, cites.map(|&cite| cells_of(ground, cite)))
        }
        Sentence::Fish([bases, _]) => {
            places(step, bases.iter().map(|&cite| cells_of(ground, cite)))
        }
        Sentence::StrongLinks(houses) => {
            places(step, houses.iter().map(|&house| house_cells(ground, house)))
        }
        Sentence::LinkedPair(house) => {
            let link = house_cells(ground, *house) & step.pattern;
            let mut facts = Facts::default().within(step.pattern - link, step.digits);
            facts.add_places(link, step.digits.without(list_removed_digits(step)));
            facts
        }
        _ => return false,
    };
    conclusions(step).all(|(cell, digits)| facts.exclude(ground, cell, digits))
}

/// Returns `true` if each line of a proof, down to the contradiction, cites a clue or house near a cell that has been
/// mentioned before (see [`is_next`]). The judge checks that the lines are valid.
fn is_proof(ground: &Ground<'_>, proof: &Proof) -> bool {
    let mut stated = vec![proof.removed.0];
    match &proof.by {
        Way::Line { fall, .. } => is_fall(ground, &mut stated, fall),
        Way::Tally(tally) => is_tally(ground, proof.removed, tally),
        // The judge checks that the cases are complete, so only their lines are checked here.
        Way::Cases(split) => {
            are_links(ground, &mut stated, &split.lead)
                && split.cases.iter().all(|case| {
                    let mut stated = [&stated[..], &[case.cell]].concat();
                    is_fall(ground, &mut stated, &case.fall)
                })
        }
    }
}

fn is_fall(ground: &Ground<'_>, stated: &mut Vec<u16>, fall: &Fall) -> bool {
    are_links(ground, stated, &fall.links) && is_next(ground, stated, &fall.breaks)
}

fn are_links(ground: &Ground<'_>, stated: &mut Vec<u16>, links: &[(Basis, u16, DigitSet)]) -> bool {
    links.iter().all(|(basis, var, left)| {
        let is_link = !left.is_empty() && is_next(ground, stated, basis);
        stated.push(*var);
        is_link
    })
}

/// Returns `true` if a clue or house contains a cell about which a fact has been stated, or a cell that sees such a
/// cell.
fn is_next(ground: &Ground<'_>, stated: &[u16], basis: &Basis) -> bool {
    let cells: Vec<u16> = match basis {
        Basis::Sum(sum) => sum.terms.iter().map(|(cell, _)| *cell).collect(),
        _ => {
            let cites = basis.cites().into_iter();
            cites.flat_map(|cite| cells_of_cite(ground, cite)).collect()
        }
    };
    stated.iter().any(|&other| {
        let sees = ground.peers[usize::from(other)].iter();
        cells.contains(&other) || sees.into_iter().any(|peer| cells.contains(&peer))
    })
}

/// Returns `true` if the total of the houses, minus the written amounts of the clues, is too small or too large for a
/// digit in the cell. The only other fact used is that the remaining cells see each other.
fn is_tally(ground: &Ground<'_>, (cell, digits): (u16, DigitSet), tally: &Tally) -> bool {
    let houses = tally.houses.iter().map(|&house| cells_of(ground, house));
    let area = houses
        .reduce(|all, house| all | house)
        .unwrap_or(Cells::EMPTY);
    let rest = tally
        .clues
        .iter()
        .fold(area, |rest, (_, cells, _)| rest - *cells);
    let weight = |digit: u8| match tally.counted.is_empty() {
        true => i64::from(digit),
        false => i64::from(tally.counted.contains(digit)),
    };
    let others = rest - Cells::one(cell);
    let sees = |a: u16| {
        others
            .iter()
            .all(|b| a == b || ground.peers[usize::from(a)].contains(b))
    };
    let is_apart = others.iter().all(sees);
    let mut weights: Vec<i64> = ground.digits.iter().map(weight).collect();
    weights.sort_unstable();
    if !tally.is_most {
        weights.reverse();
    }
    let count = others.len();
    let least: i64 = match is_apart {
        true => weights.iter().take(count).sum(),
        false => weights[0] * count as i64,
    };
    let left = tally.left();
    let is_out = |digit: u8| match tally.is_most {
        true => weight(digit) + least > left,
        false => weight(digit) + least < left,
    };
    rest == tally.rest && digits.iter().all(is_out)
}

fn cells_of_cite(ground: &Ground<'_>, cite: Cite) -> Vec<u16> {
    match cite {
        Cite::Clue(clue) => {
            let cells = ground.puzzle.clues[usize::from(clue)].cells();
            let cells: Vec<u16> = cells.map(|cell| cell.0).collect();
            match cells.is_empty() {
                true => (0..ground.cells() as u16).collect(),
                false => cells,
            }
        }
        house => cells_of(ground, house).iter().collect(),
    }
}

/// Returns `true` if the facts in an argument from clues force the conclusion. A clue, together with the facts about
/// its cells, counts as one fact. Houses minus clues count as a sum.
fn is_argued_from_clues(ground: &Ground<'_>, step: &Step, argument: &Argument) -> bool {
    let known = &step.reason.facts;
    let text = step_full(ground, step);
    // "R1C1 is not 4, like R3C2 on the palindrome" states the fact about R3C2.
    let is_copied = matches!(argument, Argument::Same(_)) && text.contains(", like ");
    // A digit on the grid excludes itself from the cells that see it, so a reader needs no sentence for that.
    let visible = step.reason.visible;
    let mut unseen = known
        .iter()
        .filter(|(var, _)| usize::from(*var) >= ground.cells() || !visible.contains(*var));
    let is_known_told = unseen.next().is_none() || is_copied || text.contains("ith ");
    match argument {
        Argument::Plain => {
            let by = Argument::told_by(ground, step);
            let own = |clue: &u16| {
                ground
                    .book
                    .because(ground.puzzle, &ground.puzzle.clues[usize::from(*clue)])
            };
            is_known_told && matches!(&by[..], [Cite::Clue(clue)] if own(clue).is_some())
        }
        Argument::Total {
            houses,
            clues,
            innies,
            outies,
            ..
        } if is_known_told => {
            let mut facts = Facts::default();
            known.iter().for_each(|&(cell, digits)| {
                facts.domains.insert(cell, digits);
            });
            let innies = innies.iter().map(|cell| (cell, 1));
            let outies = outies.iter().map(|cell| (cell, -1));
            facts
                .sums
                .push((innies.chain(outies).collect(), houses - clues));
            conclusions(step).all(|(cell, digits)| facts.exclude(ground, cell, digits))
        }
        // For these arguments, the sentence states every fact about other cells that the conclusion needs.
        Argument::Wants(_) | Argument::Needs(_) | Argument::Bars(_) => true,
        _ => is_known_told,
    }
}

/// Returns the cells from which a step excludes digits, each with its excluded digits.
fn conclusions(step: &Step) -> impl Iterator<Item = (u16, DigitSet)> {
    let placed = step.placed.into_iter();
    let placed =
        placed.map(|(cell, digit)| (cell, DigitSet::range(0, 63).without(DigitSet::one(digit))));
    step.removed.iter().copied().chain(placed)
}

fn list_removed_digits(step: &Step) -> DigitSet {
    let lost = step.removed.iter().map(|(_, lost)| *lost);
    lost.fold(DigitSet::EMPTY, |all, lost| all | lost)
}

fn cells_of(ground: &Ground<'_>, house: Cite) -> Cells {
    let own = ground.houses.iter().find(|other| other.cite == house);
    own.map_or(Cells::EMPTY, |house| house.cells)
}

fn house_cells(ground: &Ground<'_>, index: u16) -> Cells {
    ground.houses[usize::from(index)].cells
}

/// Returns facts about each house and each of the step's digits: one of the house's cells in the pattern holds the
/// digit.
fn places(step: &Step, houses: impl IntoIterator<Item = Cells>) -> Facts {
    let mut facts = Facts::default();
    for house in houses {
        facts.add_places(house & step.pattern, step.digits);
    }
    facts
}

/// The facts written in a sentence. Cells that see each other differ, even if no sentence states it.
#[derive(Clone, Default)]
struct Facts {
    /// The digits that each cell can hold.
    domains: BTreeMap<u16, DigitSet>,
    /// Sets of cells, each with a digit that one of the cells holds.
    places: Vec<(Vec<u16>, u8)>,
    /// Weighted sums: cells with their weights, and the total.
    sums: Vec<(Vec<(u16, i64)>, i64)>,
}

/// A placeholder for all digits that the facts do not name.
const OTHER: u8 = 63;

/// Maximum number of assignments to try for one conclusion. A person would give up long before.
const MOST_TRIED: usize = 20_000;

impl Facts {
    fn within(mut self, cells: Cells, digits: DigitSet) -> Self {
        self.domains.extend(cells.iter().map(|cell| (cell, digits)));
        self
    }

    fn add_places(&mut self, cells: Cells, digits: DigitSet) {
        if !cells.is_empty() {
            let cells: Vec<u16> = cells.iter().collect();
            let places = digits.iter().map(|digit| (cells.clone(), digit));
            self.places.extend(places);
        }
    }

    /// Returns `true` if the facts imply that a cell holds none of the digits.
    fn exclude(&self, ground: &Ground<'_>, cell: u16, digits: DigitSet) -> bool {
        let mut facts = self.clone();
        let named = self.places.iter().flat_map(|(cells, _)| cells);
        let summed = self.sums.iter().flat_map(|(terms, _)| terms);
        // Unless digits are added up, all digits that the facts do not name are interchangeable. So one placeholder
        // represents them.
        let written = self.domains.values().fold(digits, |all, own| all | *own);
        let written = self
            .places
            .iter()
            .fold(written, |all, (_, digit)| all | DigitSet::one(*digit));
        let blank = match self.sums.is_empty() {
            true => (written & ground.digits) | DigitSet::one(OTHER),
            false => ground.digits,
        };
        for &other in named.chain(summed.map(|(cell, _)| cell)).chain([&cell]) {
            facts.domains.entry(other).or_insert(blank);
        }
        let own = facts.domains.entry(cell).or_insert(blank);
        *own = *own & digits;
        let order: Vec<u16> = facts
            .domains
            .keys()
            .copied()
            .filter(|&other| other != cell)
            .collect();
        let order = [&[cell], &order[..]].concat();
        facts.fill(ground, &order, &mut vec![], &mut 0) == Some(false)
    }

    /// Returns `true` if the remaining cells can be filled without violating a fact; `None` after too many attempts.
    fn fill(
        &self,
        ground: &Ground<'_>,
        order: &[u16],
        filled: &mut Vec<(u16, u8)>,
        tried: &mut usize,
    ) -> Option<bool> {
        *tried += 1;
        if *tried > MOST_TRIED {
            return None;
        }
        if !self.can_hold(filled) {
            return Some(false);
        }
        let Some(&cell) = order.get(filled.len()) else {
            return Some(true);
        };
        for digit in self.domains[&cell].iter() {
            let peers = &ground.peers[usize::from(cell)];
            if filled
                .iter()
                .any(|&(other, own)| own == digit && digit != OTHER && peers.contains(other))
            {
                continue;
            }
            filled.push((cell, digit));
            let found = self.fill(ground, order, filled, tried);
            filled.pop();
            if found != Some(false) {
                return found;
            }
        }
        Some(false)
    }

    /// Returns `true` if the cells filled so far violate no fact.
    fn can_hold(&self, filled: &[(u16, u8)]) -> bool {
        let value = |cell: u16| {
            filled
                .iter()
                .find(|(own, _)| *own == cell)
                .map(|(_, digit)| *digit)
        };
        let is_open = |cell: u16, digit: u8| match value(cell) {
            Some(own) => own == digit,
            None => self.domains[&cell].contains(digit),
        };
        let mut places = self.places.iter();
        let mut sums = self.sums.iter();
        let ends = |&(cell, weight): &(u16, i64)| {
            let digits = value(cell).map_or(self.domains[&cell], DigitSet::one);
            let ends =
                [digits.min(), digits.max()].map(|digit| weight * i64::from(digit.unwrap_or(0)));
            (ends[0].min(ends[1]), ends[0].max(ends[1]))
        };
        places.all(|(cells, digit)| cells.iter().any(|&cell| is_open(cell, *digit)))
            && sums.all(|(terms, total)| {
                let (least, most): (Vec<i64>, Vec<i64>) = terms.iter().map(ends).unzip();
                (least.iter().sum::<i64>()..=most.iter().sum()).contains(total)
            })
    }
}
