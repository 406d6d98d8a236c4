//! Checks the numbers in stories about lines and neighbours, by enumerating all fillings that the clue and the facts
//! allow.
use crate::one_in;
use cluewright_engine::model::{Cite, Model, Part};
use cluewright_engine::parts;
use cluewright_engine::search::{Limits, solve as search};
use cluewright_logic::{
    Argument, Basis, Cells, Ground, Link, Path, Profile, Proof, Reads, Refusal, Sentence, Step,
    Way, broken, fall, judge, needed, solve,
};
use cluewright_narrate::step_full;
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Given, Param, Puzzle};
use cluewright_rules::{Book, Statement};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// A 6x6 grid with sandwiches, small enough for the fillings of its lines to be listed quickly.
const SANDWICHES: &str = "size = 6\ngrid = \"\"\"\n.2....\n......\n......\n...2..\n......\n..5...\n\"\"\"\n\
    [clues]\nsandwich = [\n\
    \"14: R1C0\", \"0: R2C0\", \"5: R3C0\", \"9: R4C0\", \"2: R5C0\", \"12: R6C0\",\n\
    \"14: R0C1\", \"0: R0C2\", \"0: R0C3\", \"7: R0C4\", \"7: R0C5\", \"7: R0C6\",\n]\n";

/// A sandwich with nothing between its ends, and a cell that can hold neither end.
const TOUCHING: &str = "size = 6\nmarks = { R2C2 = \"2345\" }\n[clues]\nsandwich = \"0: R2C0\"\n";

#[test]
fn what_is_told_of_lines_and_neighbours_is_counted_anew() {
    let mut counted = BTreeMap::new();
    let files = [
        "skyscraper",
        "nfa",
        "regex",
        "non-consecutive",
        "anti-diagonal-consecutive",
        "xv-negative",
        "white-dot-negative",
        "inequality",
        "arrow",
        "killer-cage",
        "little-killer",
        "sum",
        "pair-table",
    ];
    let texts = files.map(|file| {
        let text = fs::read_to_string(format!("corpus/variants/{file}.toml"));
        text.expect(file)
    });
    let (grid, clues) = SANDWICHES.split_at(SANDWICHES.find("[clues]").expect("it has clues"));
    let bare = grid.replace("2..", "...").replace("5..", "...") + clues;
    let texts = texts
        .iter()
        .map(String::as_str)
        .chain([SANDWICHES, &bare, TOUCHING]);
    for text in texts {
        let (puzzle, parts, model) = read(text);
        let (ground, path) = solve_start(&puzzle, &parts, &model);
        let needed = needed(&ground, &path);
        let whole = path.steps().map(|(_, step)| step);
        for step in whole.chain(needed.iter().map(|one| &one.step)) {
            if step.technique().reads != Reads::Nothing
                && let Some(case) = Case::of(&ground, &puzzle, &parts, step)
            {
                case.check(&format!("{}\n{step:?}", step_full(&ground, step)));
                *counted.entry(case.argument.kind()).or_insert(0) += 1;
            }
        }
    }
    for kind in [
        "bars",
        "between-ends",
        "ends",
        "less",
        "seen-at-least",
        "seen-at-most",
        "touching",
        "unmade",
        "words",
    ] {
        assert!(counted.contains_key(kind), "{kind} in {counted:?}");
    }
}

/// A step that is explained by one clue, with all known facts about the clue's cells.
struct Case<'a> {
    step: &'a Step,
    argument: Argument,
    /// The cells of the clue or, for a global rule, the cells that it relates.
    cells: Vec<u16>,
    /// The clue's statements about these cells.
    says: Vec<&'a Statement>,
    /// The fillings that the facts allow, regardless of the clue.
    all: Vec<Vec<u8>>,
}

impl<'a> Case<'a> {
    fn of(ground: &Ground<'_>, puzzle: &Puzzle, parts: &'a [Part], step: &'a Step) -> Option<Self> {
        let argument = Argument::of(ground, step);
        let clues = Argument::told_by(ground, step);
        let &[Cite::Clue(index)] = &clues[..] else {
            return None;
        };
        let mut cells: Vec<u16> = vec![];
        let own = puzzle.clues[usize::from(index)].cells();
        let own: Vec<u16> = own.map(|cell| cell.0).collect();
        let concerned = step.removed.iter().chain(&step.reason.facts);
        for cell in own.iter().copied().chain(concerned.map(|(var, _)| *var)) {
            if !cells.contains(&cell) && (own.is_empty() || own.contains(&cell)) {
                cells.push(cell);
            }
        }
        let is_told = match &argument {
            Argument::Bars(_) | Argument::Less(..) | Argument::Words(_) | Argument::Unmade(_) => {
                cells.len() <= 6
            }
            Argument::Between { .. }
            | Argument::Ends(_)
            | Argument::Apart(..)
            | Argument::Seen { .. } => cells.len() <= 6,
            _ => false,
        };
        if !is_told {
            return None;
        }
        let mut says = vec![];
        for part in parts.iter().filter(|part| part.cite == clues[0]) {
            let mut all = vec![];
            part.statement.each_cell(&mut |cell| all.push(cell.0));
            if !part.implied && all.iter().all(|cell| cells.contains(cell)) {
                says.push(&part.statement);
            }
        }
        let within = cells.iter().map(|&cell| {
            let facts = step.reason.facts.iter().filter(|(var, _)| *var == cell);
            let facts = facts.fold(ground.digits, |all, (_, within)| all & *within);
            // For a cell that loses candidates, the sentence states its candidates before the step.
            let mut losses = step.removed.iter().zip(&step.left);
            let own = losses.find(|((var, _), _)| *var == cell);
            own.map_or(facts, |((_, lost), left)| facts & (*lost | *left))
        });
        let houses = step.reason.cites.iter();
        let houses = houses.filter_map(|cite| ground.houses.iter().find(|h| h.cite == *cite));
        let apart = |a: u16, b: u16| {
            houses
                .clone()
                .any(|h| h.cells.contains(a) && h.cells.contains(b))
        };
        let mut all: Vec<Vec<u8>> = vec![vec![]];
        for (place, digits) in within.enumerate() {
            let goes = |so_far: &[u8], digit: u8| {
                let mut before = so_far.iter().enumerate();
                before.all(|(i, other)| *other != digit || !apart(cells[i], cells[place]))
            };
            let longer = |so_far: Vec<u8>| -> Vec<Vec<u8>> {
                let digits = digits.iter().filter(|&digit| goes(&so_far, digit));
                digits
                    .map(|digit| [&so_far[..], &[digit]].concat())
                    .collect()
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        Some(Self {
            step,
            argument,
            cells,
            says,
            all,
        })
    }

    fn at(&self, filling: &[u8], cell: u16) -> u8 {
        let place = self.cells.iter().position(|&own| own == cell);
        place.map_or(0, |place| filling[place])
    }

    /// Iterates over the fillings that both the facts and the clue allow.
    fn good(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.all.iter().filter(|filling| {
            let mut says = self.says.iter();
            says.all(|one| one.holds(&|cell| self.at(filling, cell.0)))
        })
    }

    /// Iterates over the fillings that have `digit` in `var` and no removed digit in any other variable.
    fn with(&self, var: u16, digit: u8) -> impl Iterator<Item = &Vec<u8>> {
        self.all.iter().filter(move |filling| {
            let mut others = self.step.removed.iter().filter(|(other, _)| *other != var);
            self.at(filling, var) == digit
                && others.all(|(other, lost)| !lost.contains(self.at(filling, *other)))
        })
    }

    /// Returns the cells of the smallest and the largest digit in a filling, and the digits between them.
    fn sandwich(&self, filling: &[u8]) -> ([u16; 2], Vec<u8>) {
        let place = |wanted: Option<&u8>| filling.iter().position(|digit| Some(digit) == wanted);
        let low = place(filling.iter().min()).expect("it has cells");
        let high = place(filling.iter().max()).expect("it has cells");
        let [first, last] = [low.min(high), low.max(high)];
        let mut inside = filling[first + 1..last].to_vec();
        inside.sort_unstable();
        ([self.cells[first], self.cells[last]], inside)
    }

    fn check(&self, told: &str) {
        assert!(self.good().next().is_some(), "{told}");
        for (var, lost) in &self.step.removed {
            for filling in self.good() {
                assert!(!lost.contains(self.at(filling, *var)), "{told}");
            }
        }
        let listed = |sets: &[DigitSet]| -> BTreeSet<Vec<u8>> {
            sets.iter().map(|set| set.iter().collect()).collect()
        };
        match &self.argument {
            Argument::Bars(bars) => {
                for bar in bars {
                    for filling in self.good() {
                        assert!(bar.within.contains(self.at(filling, bar.cell)), "{told}");
                        let mut of = bar.of.iter();
                        assert!(
                            of.all(|cell| !bar.out.contains(self.at(filling, *cell))),
                            "{told}"
                        );
                    }
                }
            }
            Argument::Less(low, high) => {
                let rises = |filling: &Vec<u8>| self.at(filling, *low) < self.at(filling, *high);
                assert!(self.good().all(rises), "{told}");
            }
            Argument::Words(words) => {
                let found: BTreeSet<&Vec<u8>> = self.good().collect();
                assert_eq!(found, words.iter().collect(), "{told}");
            }
            Argument::Between { ends, sets } => {
                let found = self.good().map(|filling| self.sandwich(filling).1);
                assert_eq!(found.collect::<BTreeSet<_>>(), listed(sets), "{told}");
                let mut all = self.good().map(|filling| self.sandwich(filling).0);
                assert!(ends.is_none_or(|ends| all.all(|own| own == ends)), "{told}");
            }
            Argument::Ends(ends) => {
                let found = self.good().map(|filling| self.sandwich(filling).0);
                let ends = ends.iter().copied().collect();
                assert_eq!(found.collect::<BTreeSet<_>>(), ends, "{told}");
            }
            Argument::Apart(least, most) => {
                let found = self.good().map(|filling| self.sandwich(filling).1.len());
                let found: BTreeSet<usize> = found.collect();
                assert_eq!(found.first(), Some(least), "{told}");
                assert_eq!(found.last(), Some(most), "{told}");
            }
            Argument::Seen {
                wanted,
                least,
                most,
            } => self.check_seen(*wanted, *least, *most, told),
            Argument::Unmade(unmade) => {
                for one in unmade {
                    let sum = |filling: &Vec<u8>| -> i64 {
                        let others = one.others.iter();
                        others.map(|&cell| i64::from(self.at(filling, cell))).sum()
                    };
                    let mut all = self.with(one.cell, one.digit);
                    assert!(all.all(|filling| sum(filling) != one.wanted), "{told}");
                }
            }
            other => unreachable!("{other:?} is not asked for"),
        }
    }

    /// Checks that each removed digit would make the number of visible digits too large or too small.
    fn check_seen(&self, wanted: usize, least: Option<usize>, most: Option<usize>, told: &str) {
        let seen = |filling: &Vec<u8>| {
            let tallest = filling.iter().scan(0, |tallest, &digit| {
                let is_seen = digit > *tallest;
                *tallest = digit.max(*tallest);
                Some(is_seen)
            });
            tallest.filter(|&is_seen| is_seen).count()
        };
        assert!(self.good().all(|filling| seen(filling) == wanted), "{told}");
        for (var, lost) in &self.step.removed {
            for digit in lost.iter() {
                let found: BTreeSet<usize> = self.with(*var, digit).map(seen).collect();
                let is_few = most.is_some_and(|most| found.iter().all(|&seen| seen <= most));
                let is_many = least.is_some_and(|least| found.iter().all(|&seen| seen >= least));
                assert!(is_few || is_many, "{told}");
            }
        }
        assert!(most.is_none_or(|most| most < wanted), "{told}");
        assert!(least.is_none_or(|least| least > wanted), "{told}");
    }
}

/// Reads a puzzle, and lowers and compiles its clues.
fn read(text: &str) -> (Puzzle, Vec<Part>, Model) {
    let reading =
        cluewright_formats::read_any(text, None, &cluewright_formats::ReadOptions::default());
    let puzzle = reading.expect("it is read").puzzles.swap_remove(0);
    let parts = parts(&puzzle, Book::builtin()).expect("the clues fit");
    let model = Model::new(&puzzle, &parts);
    (puzzle, parts, model)
}

/// The judge checks each line of a proof and each number of a tally. It accepts the proofs in stories, but refuses them
/// if a line or a case is left out or a number is changed.
#[test]
fn proofs_are_checked_line_by_line() {
    let (mut lines, mut tallies) = (0, 0);
    for file in [
        "arrow",
        "killer-cage",
        "renban",
        "german-whisper",
        "x",
        "little-killer",
    ] {
        let text = fs::read_to_string(format!("corpus/variants/{file}.toml")).expect(file);
        let (puzzle, said, model) = read(&text);
        let (ground, path) = solve_start(&puzzle, &said, &model);
        for one in needed(&ground, &path) {
            let Sentence::Proven(proofs) = one.step.sentence() else {
                continue;
            };
            let board = &one.round.board;
            let told = format!("{file}: {}", step_full(&ground, &one.step));
            assert_eq!(judge(&ground, board, &one.step), Ok(()), "{told}");
            for (place, proof) in proofs.iter().enumerate() {
                let mut wrong = proofs.clone();
                wrong[place] = falsify(proof);
                let step = one.step.clone().arguing(Sentence::Proven(wrong));
                assert_eq!(
                    judge(&ground, board, &step),
                    Err(Refusal::NotForced),
                    "{told}"
                );
                match proof.by {
                    Way::Line { .. } => lines += 1,
                    Way::Tally(_) => tallies += 1,
                    Way::Cases(_) => {}
                }
            }
        }
    }
    assert!(lines > 9 && tallies > 0, "{lines} lines, {tallies} tallies");
}

/// The judge accepts each step of a story, even if rules add auxiliary variables.
#[test]
fn the_judge_accepts_what_stories_tell() {
    let folder = fs::read_dir("corpus/variants").expect("the corpus is there");
    let mut files: Vec<_> = folder.filter_map(|file| Some(file.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort();
    let hidden = files
        .iter()
        .position(|file| file.ends_with("doppelganger.toml"));
    files.swap(0, hidden.expect("it is there"));
    for file in files.iter().step_by(one_in(20)) {
        let text = fs::read_to_string(file).expect("it is readable");
        let (puzzle, said, model) = read(&text);
        let (ground, path) = solve_start(&puzzle, &said, &model);
        for one in needed(&ground, &path) {
            let told = format!("{}: {}", file.display(), step_full(&ground, &one.step));
            let verdict = judge(&ground, &one.round.board, &one.step);
            assert_eq!(verdict, Ok(()), "{told}");
        }
    }
}

/// Returns an invalid copy of the proof: with a line that leaves a cell no digit and cites a given, with a wrong total,
/// or without its cases.
fn falsify(proof: &Proof) -> Proof {
    let mut proof = proof.clone();
    match &mut proof.by {
        Way::Line { fall, .. } => {
            let assumed = (fall.breaks.clone(), proof.removed.0, DigitSet::EMPTY);
            fall.links.insert(0, assumed);
            fall.links.truncate(1);
            fall.links[0].0 = Basis::One(Cite::Given(0));
        }
        Way::Tally(tally) => tally.whole -= 1,
        Way::Cases(split) => split.cases.clear(),
    }
    proof
}

/// Solves the start of a puzzle, and returns the first rounds of its path.
fn solve_start<'p>(puzzle: &'p Puzzle, parts: &'p [Part], model: &'p Model) -> (Ground<'p>, Path) {
    let ground = Ground::new(puzzle, Book::builtin(), parts, model).expect("the grid is small");
    let profile = Profile::builtin("default").expect("it is built in");
    let path = solve(&ground, profile, |done| done < 40);
    (ground, path)
}

/// Under an assumption, the broken clue has no filling, regardless of the rest of the puzzle. If a clue leaves a cell
/// only some digits, it has no filling with any other digit in that cell.
#[test]
fn what_an_assumption_breaks_cannot_hold() {
    let (mut counted, mut falls, mut untold) = ([0; 2], 0, 0);
    for file in ["arrow", "killer-cage", "xv-negative", "hidden-skyscraper"] {
        let text = fs::read_to_string(format!("corpus/variants/{file}.toml")).expect(file);
        let (puzzle, said, model) = read(&text);
        let (ground, path) = solve_start(&puzzle, &said, &model);
        let needed = needed(&ground, &path);
        let told = needed.iter().map(|one| one.step.clone());
        // Most assumptions in a story are proven line by line; those in the rest of the path are not.
        let whole = path.steps().map(|(_, step)| step.clone().argued(&ground));
        let trials: Vec<Step> = whole.chain(told).collect();
        for step in trials.iter().filter(|step| step.technique().is_trial()) {
            let text = step_full(&ground, step);
            let told = format!("{file}: {text}\n{step:?}");
            let mut follows = step.chain.iter().skip(1);
            if text.contains(" cannot be ") && !text.contains("followed through") {
                let layout = &puzzle.layout;
                let is_named = |link: &Link| text.contains(&layout.name(Cell(link.cell)));
                assert!(follows.all(is_named), "{told}");
            } else {
                untold += follows.count().min(1);
            }
            let Some(cites) = broken(&ground, step) else {
                continue;
            };
            assert!(
                cites.iter().all(|cite| step.reason.cites.contains(cite)),
                "{told}"
            );
            let fails = |cites: &[Cite], more: &[(u16, DigitSet)]| {
                let alone = with_nothing_else(&ground, step, cites, more);
                let parts = parts(&alone, Book::builtin()).expect("the clues fit");
                search(&Model::new(&alone, &parts), Limits::NONE).count == 0
            };
            assert!(fails(&cites, &[]), "{told}");
            counted[cites.len() - 1] += 1;
            let Some(fall) = fall(&ground, step, &cites) else {
                continue;
            };
            let mut so_far = vec![];
            for (basis, var, left) in fall.links {
                so_far.push((var, ground.digits.without(left)));
                assert!(fails(&basis.cites(), &so_far), "{told}");
                *so_far.last_mut().expect("it was pushed") = (var, left);
                falls += 1;
            }
            assert!(fails(&fall.breaks.cites(), &so_far), "{told}");
        }
    }
    assert!(counted.iter().all(|&count| count > 0), "{counted:?}");
    assert!(falls > 0 && untold > 0, "{falls}, {untold}");
}

/// Returns a puzzle with only these clues and houses, the step's assumption with its consequences, and further
/// facts.
fn with_nothing_else(
    ground: &Ground<'_>,
    step: &Step,
    cites: &[Cite],
    more: &[(u16, DigitSet)],
) -> Puzzle {
    let mut puzzle = Puzzle::new(ground.puzzle.layout.clone());
    puzzle.layout.lines = false;
    puzzle.layout.boxes = Boxes::None;
    puzzle.extras.clone_from(&ground.puzzle.extras);
    for cite in cites {
        puzzle.clues.push(match *cite {
            Cite::Clue(index) => ground.puzzle.clues[usize::from(index)].clone(),
            _ => {
                let house = ground.houses.iter().find(|house| house.cite == *cite);
                let cells = house.expect("it is a house").cells;
                Clue::on("extra-region", cells.iter().map(Cell).collect::<Vec<_>>())
            }
        });
    }
    let links = step.chain.iter().filter(|link| link.on);
    let links = links.map(|link| (link.cell, DigitSet::one(link.digit)));
    let known = step.reason.facts.iter().chain(&step.removed).copied();
    let known = known.chain(links).chain(more.iter().copied());
    let known = known.map(|(var, digits)| Given {
        cell: Cell(var),
        digits,
    });
    puzzle.givens = known.collect();
    puzzle
}

/// The facts that a story states imply its conclusions, together with the clue, the cited houses and the candidates of
/// the cells that lose candidates. No fact is tighter than on the board of the path.
#[test]
fn facts_of_a_story_imply_its_conclusions() {
    let mut loosened = 0;
    for file in [
        "german-whisper",
        "killer-cage",
        "x",
        "renban",
        "arrow",
        "white-dot",
    ] {
        let text = fs::read_to_string(format!("corpus/variants/{file}.toml")).expect(file);
        let (puzzle, said, model) = read(&text);
        let (ground, path) = solve_start(&puzzle, &said, &model);
        let whole: Vec<&Step> = path.steps().map(|(_, step)| step).collect();
        for one in needed(&ground, &path) {
            let step = &one.step;
            let is_of_one_clue = matches!(step.sentence(), Sentence::Clues(_))
                && step.technique().reads == Reads::Clue
                && step.reason.extras.is_empty();
            if !is_of_one_clue {
                continue;
            }
            let before = &whole[one.place].reason;
            for &(var, within) in &step.reason.facts {
                assert!(one.round.board.at(var).without(within).is_empty());
                assert!(before.cells.contains(var), "{}", step_full(&ground, step));
            }
            let mut facts = step.reason.facts.iter();
            let is_looser = facts.any(|&(var, within)| within != one.round.board.at(var));
            loosened += usize::from(is_looser || step.reason.cells != before.cells);
            for (place, &loss) in step.removed.iter().enumerate() {
                let losses = step.removed.iter().zip(&step.left).enumerate();
                let others = losses.filter(|(other, _)| *other != place);
                let others = others.map(|(_, ((var, lost), left))| (*var, *lost | *left));
                let blank =
                    (0..ground.cells() as u16).map(|var| (var, ground.blank[usize::from(var)]));
                let known: Vec<(u16, DigitSet)> = blank.chain(others).collect();
                let alone = Step {
                    removed: vec![loss],
                    ..step.clone()
                };
                let alone = with_nothing_else(&ground, &alone, &step.reason.cites, &known);
                let parts = parts(&alone, Book::builtin()).expect("the clues fit");
                let first = Limits {
                    solutions: 1,
                    ..Limits::NONE
                };
                let count = search(&Model::new(&alone, &parts), first).count;
                assert_eq!(count, 0, "{file}: {}", step_full(&ground, step));
            }
        }
    }
    assert!(loosened > 9, "{loosened}");
}

/// For the cells of a house outside its cages, the argument contains the possible sets of digits, and the digits that
/// all of these sets have in common.
#[test]
fn what_cages_leave_of_a_house_is_counted_anew() {
    for (cages, lost) in [
        ("\"12: R1C1 R1C2 R1C3\", \"10: R2C1 R2C2 R2C3\"", 6),
        ("\"13: R1C1 R1C2 R1C3\", \"10: R2C1 R2C2 R2C3\"", 9),
    ] {
        let text = format!("size = 9\n[clues]\nkiller-cage = [{cages}]\n");
        let reading =
            cluewright_formats::read_any(&text, None, &cluewright_formats::ReadOptions::default());
        let puzzle = reading.expect("it is read").puzzles.swap_remove(0);
        let parts = parts(&puzzle, Book::builtin()).expect("the clues fit");
        let model = Model::new(&puzzle, &parts);
        let ground =
            Ground::new(&puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
        let open: [u16; 3] = [18, 19, 20];
        let house = ground.houses.iter().find(|house| {
            house.cells.contains(0) && open.iter().all(|&cell| house.cells.contains(cell))
        });
        let house = house.expect("box 1 is a house").cite;
        let mut found = BTreeSet::new();
        let rest = 45 - puzzle.clues.iter().map(total_of).sum::<i64>();
        for a in 1..=9u8 {
            for b in a + 1..=9 {
                for c in b + 1..=9 {
                    if i64::from(a + b + c) == rest {
                        found.insert(vec![a, b, c]);
                    }
                }
            }
        }
        let all = found
            .iter()
            .map(|set| set.iter().copied().collect::<DigitSet>());
        let all = all.reduce(|a, b| a & b).expect("some sets make it");
        let mut step = Step::remove(lost, Cells::one(0));
        step.left = vec![ground.digits.without(DigitSet::one(lost))];
        let step = step.citing([house, Cite::Clue(0), Cite::Clue(1)]);
        let argument = Argument::of(&ground, &step);
        assert_eq!(argument.kind(), "innies-among");
        let Argument::Total { sets, must, .. } = &argument else {
            unreachable!("{argument:?} is not a total");
        };
        assert_eq!(*must, all);
        let sets = sets.iter().map(|set| set.iter().collect());
        assert_eq!(found, sets.collect());
    }
}

fn total_of(clue: &Clue) -> i64 {
    match clue.params.get("sum") {
        Some(Param::Int(sum)) => *sum,
        other => panic!("{other:?} is not a sum"),
    }
}
