//! Tests the logic engine: profiles, steps, the judge, and paths.

use crate::one_in;
use cluewright_engine::model::{Cite, Model, Part};
use cluewright_engine::parts;
use cluewright_logic::grade::{Ended, Grade};
use cluewright_logic::{
    Argument, BUILTIN, Board, Cells, End, Entry, Ground, Minimal, Moment, Path, Profile, Reads,
    Round, Sentence, Step, TECHNIQUES, Technique, cheapest, judge, minimal, needed, select_steps,
    solve,
};
use cluewright_narrate::{step_full, story};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::{Book, Statement};
use std::collections::BTreeMap;
use std::fs;

/// A puzzle with its compiled form.
struct Compiled {
    name: String,
    puzzle: Puzzle,
    parts: Vec<Part>,
    model: Model,
}

impl Compiled {
    fn new(name: &str, text: &str) -> Self {
        let reading =
            cluewright_formats::read_any(text, None, &cluewright_formats::ReadOptions::default());
        let puzzle = reading.expect(name).puzzles.swap_remove(0);
        let parts = parts(&puzzle, Book::builtin()).expect(name);
        let model = Model::new(&puzzle, &parts);
        Self {
            name: name.to_owned(),
            puzzle,
            parts,
            model,
        }
    }

    fn ground(&self) -> Option<Ground<'_>> {
        Ground::new(&self.puzzle, Book::builtin(), &self.parts, &self.model).ok()
    }
}

fn profile(name: &str) -> &'static Profile {
    Profile::builtin(name).expect("the profile is built in")
}

/// Returns `true` if a file is in the sample, which has about one file in `days`. Only the file's name decides, so
/// that adding a puzzle to the corpus does not change the rest of the sample.
fn is_drawn(file: &str, days: u64) -> bool {
    // The hash is FNV-1a, which is the same on every machine.
    let hash = file.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    hash.is_multiple_of(one_in(days))
}

/// Returns the puzzles of a folder of the corpus.
fn corpus(folder: &str) -> Vec<Compiled> {
    let mut files: Vec<_> = fs::read_dir(format!("corpus/{folder}"))
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    files
        .iter()
        .filter(|path| is_drawn(&path.display().to_string(), 12))
        .map(|path| {
            let text = fs::read_to_string(path).expect("it can be read");
            Compiled::new(&path.display().to_string(), &text)
        })
        .collect()
}

/// Returns the example positions for the profile `sukaku-1.18`, each with its technique and the rating of its path.
fn positions() -> Vec<(&'static str, u16, Compiled)> {
    positions_in(|moment| match moment {
        Moment::OnPath {
            profile: "sukaku-1.18",
            rating,
        } => Some(rating),
        _ => None,
    })
}

/// Returns the example positions to which `rating` assigns a rating, each with its technique and this rating, sorted by
/// technique.
fn positions_in(rating: impl Fn(Moment) -> Option<f64>) -> Vec<(&'static str, u16, Compiled)> {
    let positions = TECHNIQUES.iter().flat_map(|technique| {
        let own = technique.positions.iter();
        own.map(|position| (technique.name, position))
    });
    let rated = positions.filter_map(|(technique, position)| {
        let rating = (rating(position.moment)? * 10.0).round() as u16;
        Some((technique, rating, position_of(technique, position.puzzle)))
    });
    let mut all: Vec<_> = rated.collect();
    all.sort_by_key(|&(technique, ..)| technique);
    all
}

/// Returns the puzzle of a position, given either as a line or as a file name.
fn position_of(technique: &str, puzzle: &str) -> Compiled {
    match puzzle.ends_with(".toml") {
        true => {
            let text = fs::read_to_string(puzzle).expect("the corpus has it");
            Compiled::new(technique, &text)
        }
        false => Compiled::new(technique, puzzle),
    }
}

fn used(path: &Path, technique: &str) -> bool {
    let mut steps = path.rounds.iter().flat_map(|round| &round.steps);
    steps.any(|step| step.technique().name == technique)
}

/// Solves for at most `rounds` rounds, so that long puzzles can be tested quickly.
fn solve_a_while(ground: &Ground<'_>, profile: &Profile, rounds: usize) -> Path {
    solve(ground, profile, |done| done + 1 < rounds)
}

/// Digits that a solver typed are not clues. They must not change any step of the path, whether they are right or
/// wrong.
#[test]
fn a_grade_does_not_depend_on_typed_digits() {
    let files = ["classic", "variants"].into_iter().flat_map(corpus);
    for mut compiled in files {
        let rounds = |compiled: &Compiled| {
            let ground = compiled.ground()?;
            Some(solve_a_while(&ground, profile("default"), 3).rounds)
        };
        let before: Option<Vec<_>> =
            rounds(&compiled).map(|rounds| rounds.into_iter().map(|round| round.steps).collect());
        let limits = cluewright_engine::search::Limits::solutions(1);
        let solution = cluewright_engine::search::solve(&compiled.model, limits).solutions;
        let Some(solution) = solution.first() else {
            continue;
        };
        let cells = compiled.puzzle.layout.cell_count();
        let typed = solution.iter().take(cells).enumerate();
        compiled.puzzle.entries = typed.map(|(i, &digit)| (Cell(i as u16), digit)).collect();
        // Now one of the typed digits is wrong.
        compiled.puzzle.entries[0].1 = solution[1];
        let after =
            rounds(&compiled).map(|rounds| rounds.into_iter().map(|round| round.steps).collect());
        assert_eq!(before, after, "{}", compiled.name);
    }
}

fn next_steps(ground: &Ground<'_>, board: &Board, profile: &Profile) -> (u16, Vec<Step>) {
    cheapest(ground, board, profile, &|| true).expect("it is not stopped")
}

#[test]
fn a_path_that_is_stopped_is_the_beginning_of_the_whole() {
    let text = fs::read_to_string("corpus/variants/dutch-whisper.toml").expect("the corpus has it");
    let compiled = Compiled::new("dutch-whisper", &text);
    let ground = compiled.ground().expect("the grid is small");
    let asked = std::cell::Cell::new(0);
    let whole = solve(&ground, profile("default"), |_| {
        asked.set(asked.get() + 1);
        true
    });
    let all = asked.get();
    assert!(all > 2 * whole.rounds.len(), "asked only before each round");
    for most in [0, all / 7, all / 2, all - 1] {
        asked.set(0);
        let path = solve(&ground, profile("default"), |_| {
            asked.set(asked.get() + 1);
            asked.get() <= most
        });
        assert_eq!(path.end, End::Stopped, "after {most} of {all}");
        let before = path.rounds.len();
        assert!(before < whole.rounds.len());
        for (mine, theirs) in path.rounds.iter().zip(&whole.rounds) {
            assert_eq!(mine.steps, theirs.steps, "after {most} of {all}");
        }
        assert_eq!(path.board, whole.rounds[before].board);
    }
}

#[test]
fn the_solver_guesses_only_what_is_known_to_be_the_one_solution() {
    let text = fs::read_to_string("corpus/variants/renban.toml").expect("the corpus has it");
    let compiled = Compiled::new("renban", &text);
    let prices = "[[price]]\ntechnique = 'naked-single'\nrating = 2.3\n\
                  [[price]]\ntechnique = 'guess-the-rest'\nrating = 12.2";
    let profile = Profile::parse(&format!("name = 'guess'\n{prices}")).expect("it parses");
    let ground = compiled.ground().expect("the grid is small");
    assert_eq!(solve(&ground, &profile, |_| true).end, End::Stuck);
    let solution = solutions(&compiled).swap_remove(0);
    let ground = ground.with_only_solution(solution.clone());
    let path = solve(&ground, &profile, |_| true);
    assert_eq!(path.end, End::Solved);
    for (cell, &digit) in (0..).zip(&solution).take(ground.cells()) {
        assert_eq!(path.board.at(cell).single(), Some(digit));
    }
    let grade = Grade::of(&ground, &path, &profile);
    assert!(grade.searched && grade.technique == "guess-the-rest");
    // No step may repair a board that has already lost the solution.
    let mut board = Board::new(&ground);
    assert!(board.remove(0, DigitSet::one(solution[0])));
    assert!(next_steps(&ground, &board, &profile).1.is_empty());
}

#[test]
fn after_a_search_nothing_dear_is_looked_for() {
    let text = fs::read_to_string("corpus/variants/german-whisper.toml").expect("it is there");
    let compiled = Compiled::new("german-whisper", &text);
    let ground = compiled.ground().expect("the grid is small");
    let path = solve(&ground, profile("default"), |_| true);
    let searched = |round: &Round| round.steps[0].technique().is_search();
    let first = path.rounds.iter().position(searched).expect("it needs one");
    let (before, after) = path.rounds.split_at(first);
    assert!(before.iter().any(|round| round.rating >= 45));
    assert!(
        after
            .iter()
            .all(|round| round.rating < 45 || searched(round))
    );
    assert_eq!(path.end, End::Solved);
}

/// Returns up to two solutions, found by search.
fn solutions(compiled: &Compiled) -> Vec<Vec<u8>> {
    let limits = cluewright_engine::search::Limits::solutions(2);
    cluewright_engine::search::solve(&compiled.model, limits).solutions
}

#[test]
fn every_technique_has_a_price_and_a_description() {
    for technique in TECHNIQUES {
        let priced = BUILTIN.iter().any(|(name, _)| {
            let mut entries = profile(name).entries().iter();
            entries.any(|e| TECHNIQUES[usize::from(e.technique)].name == technique.name)
        });
        assert!(priced, "{} has no price in any profile", technique.name);
        assert!(!technique.help.is_empty(), "{}", technique.name);
        assert!(!technique.about.is_empty(), "{}", technique.name);
    }
}

/// A profile that is limited to a tier must also exclude the longer forms of a technique, which cost more than its
/// price.
#[test]
fn a_profile_of_one_tier_takes_no_step_above_it() {
    let mut ended = vec![];
    let files = [
        "skyscraper",
        "renban",
        "quadruple",
        "arrow",
        "sandwich",
        "german-whisper",
    ];
    for file in files.into_iter().step_by(one_in(3)) {
        let text = fs::read_to_string(format!("corpus/variants/{file}.toml")).expect(file);
        let compiled = Compiled::new(file, &text);
        let ground = compiled.ground().expect("the grid is small");
        for (place, tier) in ["easy", "medium", "hard", "very hard"]
            .into_iter()
            .enumerate()
        {
            let only = profile("default")
                .clone()
                .only(tier)
                .expect("it has the tier");
            let path = solve_a_while(&ground, &only, 100);
            for round in &path.rounds {
                assert!(
                    only.tier(round.rating) <= Some(place),
                    "{file} {tier} {round:?}"
                );
            }
            ended.push(Grade::of(&ground, &path, &only).ended);
        }
    }
    assert!(ended.contains(&Ended::Techniques) && ended.contains(&Ended::Solved));
}

/// A deadly pattern can be exchanged only if no small region tells its two digits apart.
#[test]
fn uniqueness_arguments_take_small_regions_into_account() {
    let text = "size = 6\nboxes = \"\"\"\n.C.AC.\nB.....\n..B...\n.B...A\nC.....\n....A.\n\"\"\"\n\
                grid = \"4.2....21....1.5........5...6.25....\"";
    let compiled = Compiled::new("small regions", text);
    let ground = compiled.ground().expect("the grid is small");
    let profile = profile("se-1.2.1");
    let path = solve_a_while(&ground, profile, 1000);
    assert_eq!(Grade::of(&ground, &path, profile).ended, Ended::Solved);
}

/// Clues may define more houses than the grid has cells.
#[test]
fn grids_with_more_houses_than_cells_are_graded() {
    let sets = (0..16).flat_map(|a| (a + 1..16).map(move |b| (a, b)));
    let name = |cell: u16| format!("R{}C{}", cell / 4 + 1, cell % 4 + 1);
    let regions = sets
        .filter(|&(a, b)| a / 4 == 1 && b / 4 == 2)
        .map(|(a, b)| {
            let others = [12, 13].map(name);
            format!("\"{} {} {} {}\"", name(a), name(b), others[0], others[1])
        });
    let regions: Vec<String> = regions
        .chain(["\"R1C1 R2C2 R3C3 R4C4\"".to_owned()])
        .collect();
    let text = format!(
        "size = 4\nboxes = \"none\"\ngrid = \"1234............\"\n[clues]\nextra-region = [{}]",
        regions.join(", ")
    );
    let compiled = Compiled::new("many houses", &text);
    let ground = compiled.ground().expect("the grid is small");
    let path = solve_a_while(&ground, profile("default"), 1000);
    assert!(ground.houses.len() > ground.cells());
    assert!(Grade::of(&ground, &path, profile("default")).effort > 0.0);
}

/// In a jigsaw, a cell may see all places of a digit in a region through its row and its column.
#[test]
fn jigsaw_cells_that_see_all_places_of_a_digit_lose_it() {
    let text = "size = 4\nboxes = \"\"\"\nAABB\nACBB\nACDD\nCCDD\n\"\"\"\ngrid = \"................\"\n\
                marks = { \"R1C1 R2C1\" = \"234\" }";
    let compiled = Compiled::new("a jigsaw", text);
    let ground = compiled.ground().expect("the grid is small");
    let path = solve_a_while(&ground, profile("default"), 1000);
    assert!(used(&path, "common-peers"));
}

#[test]
fn techniques_are_known_by_the_names_that_people_write() {
    let same = [
        ("x-wing", ["X-Wing", "xwing", "X Wing"]),
        (
            "hidden-single-box",
            [
                "hidden single box",
                "Hidden Single (Box)",
                "HiddenSingleBox",
            ],
        ),
        ("xy-wing", ["XY-Wing", "xywing", "XY wing"]),
    ];
    for (name, others) in same {
        let place = Technique::index_of(name).expect(name);
        assert_eq!(TECHNIQUES[usize::from(place)].name, name);
        for other in others {
            assert_eq!(Technique::index_of(other), Ok(place), "{other}");
        }
    }
    assert_eq!(Technique::index_of("swordfsh"), Err(Some("swordfish")));
    let error = profile("default")
        .clone()
        .without("swordfsh")
        .expect_err("mistyped");
    assert!(
        error
            .help
            .is_some_and(|help| help.contains("did you mean `swordfish`?"))
    );
    let error = profile("default")
        .clone()
        .only("fiendisch")
        .expect_err("mistyped");
    assert!(
        error
            .help
            .is_some_and(|help| help.contains("did you mean `fiendish`?"))
    );
}

#[test]
fn technique_names_are_unique() {
    let mut names: Vec<&str> = TECHNIQUES.iter().map(|t| t.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn wrong_profiles_are_refused_with_their_place() {
    let unknown = "name = 'mine'\n[[price]]\ntechnique = 'x-ray'\nrating = 1.0\n";
    let error = Profile::parse(unknown).expect_err("x-ray is not a technique");
    assert!(error.message.contains("x-ray"), "{error}");
    assert!(error.span.is_some());
    let twice = "name = 'mine'\n[[price]]\ntechnique = 'x-wing'\nrating = 1.0\n\
                 [[price]]\ntechnique = 'x-wing'\nrating = 2.0\n";
    assert!(Profile::parse(twice).is_err());
    let dear = "name = 'mine'\n[[price]]\ntechnique = 'x-wing'\nrating = -1.0\n";
    assert!(Profile::parse(dear).is_err());
    let both = "name = 'mine'\nextends = 'default'\ndefault-prices = true";
    let error = Profile::parse(both).expect_err("one would be ignored");
    assert!(error.span.is_some(), "{error}");
    let error = Profile::parse("name = 'mine'\nextends = 'x-ray'").expect_err("it is none");
    let help = error.help.expect("the profiles are listed");
    assert!(help.contains("profiles are default"), "{help}");
    assert_eq!(error.span, Some(24..31));
    assert!(Profile::parse("name = 'mine'").is_err());
    assert!(profile("default").clone().without("x-ray").is_err());
    assert!(profile("default").clone().only("impossible").is_err());
}

#[test]
fn a_profile_that_extends_another_has_its_tiers_and_prices_but_where_it_gives_its_own() {
    let mine =
        "name = 'mine'\nextends = 'default'\n[[price]]\ntechnique = 'x-wing'\nrating = 9.9\n";
    let mine = Profile::parse(mine).expect("it is well-formed");
    let base = profile("default");
    assert_eq!(mine.name, "mine");
    assert_eq!(mine.tiers(), base.tiers());
    assert_eq!(
        mine.entries_after_search().len() + 1,
        base.entries_after_search().len()
    );
    let x_wing = |entry: &&Entry| entry.technique().name == "x-wing";
    let prices = |profile: &Profile| -> Vec<u16> {
        profile
            .entries()
            .iter()
            .filter(x_wing)
            .map(|entry| entry.price)
            .collect()
    };
    assert_eq!((prices(&mine), prices(base)), (vec![99], vec![32]));
    let others = |profile: &Profile| -> Vec<Entry> {
        profile
            .entries()
            .iter()
            .filter(|e| !x_wing(e))
            .cloned()
            .collect()
    };
    assert_eq!(others(&mine), others(base));
    let text =
        "name = 'mine'\ndefault-prices = true\n[[price]]\ntechnique = 'x-wing'\nrating = 9.9";
    let unextended = Profile::parse(text).expect("a profile");
    assert_eq!(unextended.entries(), mine.entries());
}

/// If a profile uses the first technique that finds something, the order of its techniques determines the step.
/// Techniques in one group have the same rank.
#[test]
fn techniques_can_be_asked_in_the_order_of_a_list() {
    let price = |technique: &str, rating: f64| {
        format!("[[price]]\ntechnique = \"{technique}\"\nrating = {rating}\n")
    };
    let line = price("hidden-single-line", 1.5);
    let cheap = price("hidden-single-box", 1.2);
    let listed = |head: &str| {
        let text = format!("name = \"mine\"\n{head}\n{line}together = \"a\"\n{cheap}");
        Profile::parse(&text).expect("a profile")
    };
    let (_, _, compiled) = positions().swap_remove(0);
    let ground = compiled.ground().expect("classics are small");
    let board = Board::new(&ground);
    let first = |profile: &Profile| next_steps(&ground, &board, profile).0;
    assert_eq!(first(&listed("")), 12);
    assert_eq!(first(&listed("first-found = true")), 15);
    let both = format!(
        "name = \"mine\"\nfirst-found = true\n{line}together = \"a\"\n{cheap}together = \"a\""
    );
    assert_eq!(first(&Profile::parse(&both).expect("a profile")), 12);

    let mine = format!(
        "name = \"mine\"\nextends = \"sukaku\"\n{}",
        price("forcing-chain", 7.2)
    );
    let mine = Profile::parse(&mine).expect("a profile");
    let chains = |profile: &Profile| {
        let own = profile.entries().iter().filter(|e| e.together.is_some());
        let mut names: Vec<&str> = own.map(|e| e.technique().name).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(chains(&mine), chains(profile("sukaku")));
}

#[test]
fn each_position_needs_its_technique() {
    for (technique, rating, compiled) in positions() {
        let ground = compiled.ground().expect("classics are small");
        let path = solve(&ground, profile("sukaku-1.18"), |_| true);
        assert_eq!(path.end, End::Solved, "{technique}");
        assert!(used(&path, technique), "{technique} is not used");
        assert_eq!(path.hardest(), rating, "{technique}");
    }
}

/// Returns puzzles whose first step is a nested chain. The rest of their paths would take half a minute.
fn list_nested_positions() -> Vec<(&'static str, u16, Compiled)> {
    positions_in(|moment| match moment {
        Moment::First { rating, .. } => Some(rating),
        _ => None,
    })
}

#[test]
#[ignore = "takes a minute; .ci/nightly runs it"]
fn chains_inside_chains_are_found_and_proved() {
    for (technique, rating, compiled) in list_nested_positions() {
        let ground = compiled.ground().expect("classics are small");
        let board = Board::new(&ground);
        let (found, steps) = next_steps(&ground, &board, profile("sukaku-1.18"));
        assert_eq!(found, rating, "{technique}");
        assert_eq!(steps[0].technique().name, technique);
        for step in &steps {
            assert_eq!(judge(&ground, &board, step), Ok(()), "{step:?}");
        }
    }
}

/// If a profile has neither nested chains nor nested multiple forcing, nested dynamic forcing finds the first step.
#[test]
#[ignore = "takes a quarter of a minute; .ci/nightly runs it"]
fn dynamic_forcing_inside_chains_is_found_and_proved() {
    let (_, _, compiled) = list_nested_positions().swap_remove(2);
    let ground = compiled.ground().expect("classics are small");
    let board = Board::new(&ground);
    let fewer = ["nested-chains", "nested-multiple-forcing"]
        .into_iter()
        .try_fold(profile("sukaku-1.18").clone(), Profile::without)
        .expect("they are in the profile");
    let (rating, steps) = next_steps(&ground, &board, &fewer);
    assert!(rating >= 105, "{rating}");
    assert_eq!(steps[0].technique().name, "nested-dynamic-forcing");
    for step in &steps {
        assert_eq!(judge(&ground, &board, step), Ok(()), "{step:?}");
    }
}

/// Without an example position, a technique could stop working unnoticed. Positions with longer solves have their own
/// tests.
#[test]
fn every_technique_finds_something_in_its_example() {
    for (number, technique) in (0u16..).zip(TECHNIQUES) {
        let name = technique.name;
        let position = technique.positions.first();
        let position = position.unwrap_or_else(|| panic!("{name} has no position"));
        let compiled = position_of(name, position.puzzle);
        let all = solutions(&compiled);
        let [solution] = &all[..] else {
            panic!("{name}: the puzzle is not unique");
        };
        let ground = compiled.ground().expect("the grid is small");
        let ground = ground.with_only_solution(solution.clone());
        let found = position.moment.step(&ground, number);
        let (board, step) = found.unwrap_or_else(|| panic!("{name} finds nothing"));
        let placed = step.placed.into_iter();
        let placed =
            placed.map(|(cell, digit)| (cell, ground.digits.without(DigitSet::one(digit))));
        for (var, lost) in step.removed.iter().copied().chain(placed) {
            let digit = solution.get(usize::from(var));
            let keeps = digit.is_none_or(|&digit| !lost.contains(digit));
            assert!(keeps, "{name}: {step:?}");
        }
        assert_eq!(judge(&ground, &board, &step), Ok(()), "{name}: {step:?}");
    }
}

#[test]
fn each_position_of_the_default_profile_needs_its_technique() {
    each_needs_its_technique("default");
}

#[test]
fn each_position_of_the_patient_profile_needs_its_technique() {
    each_needs_its_technique("patient");
}

/// Checks that each example position of a profile gets harder, or is no longer solved, without its technique.
fn each_needs_its_technique(name: &str) {
    let positions = positions_in(|moment| match moment {
        Moment::OnPath { profile, rating } if profile == name => Some(rating),
        _ => None,
    });
    for (technique, rating, compiled) in positions.into_iter().step_by(one_in(8)) {
        let ground = compiled.ground().expect("the grid is small");
        let path = solve(&ground, profile(name), |_| true);
        assert_eq!(path.end, End::Solved, "{technique}");
        assert!(used(&path, technique), "{technique} is not used");
        assert_eq!(path.hardest(), rating, "{technique}");
        let without = profile(name).clone().without(technique);
        let fewer = solve(&ground, &without.expect("it is in the profile"), |_| true);
        let harder = fewer.end != End::Solved || fewer.hardest() > rating;
        assert!(harder, "{technique} is not needed");
        for round in &path.rounds {
            let mut steps = round.steps.iter();
            let own = |step: &&Step| step.technique().name == technique;
            if let Some(step) = steps.find(own) {
                assert_eq!(
                    judge(&ground, &round.board, step),
                    Ok(()),
                    "{technique}: {step:?}"
                );
            }
        }
    }
}

/// The premise of a set equivalence is the set of its houses. The judge refuses sides of unequal size and houses that
/// are not cited.
#[test]
fn the_judge_checks_the_houses_of_a_balance() {
    let file = "corpus/techniques/set-equivalence.toml";
    let compiled = Compiled::new(file, &fs::read_to_string(file).expect("the corpus has it"));
    let ground = compiled.ground().expect("the grid is small");
    let path = solve(&ground, profile("default"), |_| true);
    let mut balanced = 0;
    for (round, step) in path.steps() {
        let Sentence::Balance(sides) = step.sentence() else {
            continue;
        };
        balanced += 1;
        let [mut one, other] = sides.clone();
        one.pop();
        let uneven = step.clone().arguing(Sentence::Balance([one, other]));
        assert!(judge(&ground, &round.board, &uneven).is_err(), "{step:?}");
        let mut uncited = step.clone();
        let house = ground.houses[usize::from(sides[0][0])].cite;
        uncited.reason.cites.retain(|&cite| cite != house);
        assert!(judge(&ground, &round.board, &uncited).is_err(), "{step:?}");
    }
    assert!(balanced > 0, "the position has none");
}

/// A conclusion that several steps of a round have in common counts only once.
#[test]
fn no_candidate_is_told_twice() {
    let chosen = ["pointing", "x-wing", "three-strong-links"];
    let classics = positions().into_iter();
    let classics = classics.filter(|(technique, ..)| chosen.contains(technique));
    let quadruples = position_of("one-clue", "corpus/variants/quadruple.toml");
    let variants = std::iter::once(("one-clue", 22, quadruples));
    for (technique, _, compiled) in classics.chain(variants) {
        let ground = compiled.ground().expect("the grid is small");
        let path = solve(&ground, profile("default"), |_| true);
        assert_eq!(path.end, End::Solved, "{technique}");
        let mut gone = vec![DigitSet::EMPTY; path.board.candidates().len()];
        for (_, step) in path.steps() {
            for &(var, digits) in &step.removed {
                let before = &mut gone[usize::from(var)];
                assert!((*before & digits).is_empty(), "{technique}: {step:?}");
                *before = *before | digits;
            }
            assert!(step.placed.is_some() || !step.removed.is_empty());
        }
    }
}

/// The path begins with the printed puzzle, and no candidate disappears between two steps.
#[test]
fn nothing_is_known_before_the_first_step() {
    let text = "size = 9\n[clues]\nkiller-cage = [\"20: R1C1-R1C3 R2C1\", \"18: R2C2 R2C3 R3C1 R3C2\"]\neven = [\"R5C5\"]\n";
    let compiled = Compiled::new("one cage", text);
    let ground = compiled.ground().expect("the grid is small");
    let mut board = Board::new(&ground);
    assert!(
        board.candidates()[..81]
            .iter()
            .all(|&digits| digits == ground.digits)
    );
    let mut told = vec![];
    for (name, cell) in [("marked-cells", 40), ("clue-and-house", 20)] {
        let (_, steps) = next_steps(&ground, &board, profile("default"));
        let step = steps
            .iter()
            .find(|step| step.technique().name == name)
            .expect(name);
        assert!(step.removed.iter().any(|(var, _)| *var == cell), "{step:?}");
        assert_eq!(judge(&ground, &board, step), Ok(()), "{step:?}");
        told.push(step_full(&ground, step));
        for step in &steps {
            board.apply(&ground, step);
        }
    }
    assert_eq!(
        told[0],
        "1.0 marked cells: By the even cell R5C5, R5C5 is even."
    );
    let total =
        "45 in box 1 less 38 in the 20 cage at R1C1 and the 18 cage at R2C2 leaves 7 for R3C3";
    assert_eq!(told[1], format!("2.8 clue and house: {total}: R3C3 is 7."));
}

/// The numbers in an argument must hold in each filling that the clue and the cited facts allow. The test enumerates
/// all fillings.
#[test]
fn arguments_are_counted_anew() {
    let mut counted = std::collections::BTreeMap::new();
    for file in [
        "all-equal",
        "arrow",
        "black-dot",
        "double-arrow",
        "equal-sums",
        "german-whisper",
        "killer-cage",
        "little-killer",
        "palindrome",
        "region-sum-line",
        "renban",
        "sum",
        "white-dot",
        "x",
        "x-sum",
        "zipper-line",
    ] {
        let text = fs::read_to_string(format!("corpus/variants/{file}.toml")).expect(file);
        let compiled = Compiled::new(file, &text);
        let ground = compiled.ground().expect("the grid is small");
        let path = solve_a_while(&ground, profile("default"), 40 / one_in(4));
        for (_, step) in path
            .steps()
            .filter(|(_, s)| s.technique().reads == Reads::Clue)
        {
            let argument = Argument::of(&ground, step);
            let Some((cells, says)) = only_clue_of(&compiled, step) else {
                continue;
            };
            if argument == Argument::Plain || cells.len() > 4 {
                continue;
            }
            let fact = |cell: &u16| {
                let facts = step.reason.facts.iter().filter(|(var, _)| var == cell);
                facts.fold(ground.digits, |all, (_, within)| all & *within)
            };
            let within: Vec<DigitSet> = cells.iter().map(fact).collect();
            let houses = ground
                .houses
                .iter()
                .filter(|house| step.reason.cites.contains(&house.cite));
            let houses: Vec<Cells> = houses.map(|house| house.cells).collect();
            let apart = |a: u16, b: u16| houses.iter().any(|h| h.contains(a) && h.contains(b));
            let mut all = fillings(&cells, &within, &apart);
            let at = |filling: &[u8], cell: u16| {
                let place = cells.iter().position(|&own| own == cell);
                place.map_or(0, |place| filling[place])
            };
            all.retain(|filling| {
                says.iter()
                    .all(|one| one.holds(&|cell| at(filling, cell.0)))
            });
            for filling in &all {
                assert!(
                    is_said(&argument, step, &cells, &|cell| at(filling, cell)),
                    "{}",
                    step_full(&ground, step)
                );
            }
            if let Argument::Combinations(sets) = &argument {
                // For a cell that loses candidates, the sentence states its candidates before the step.
                let held = |(cell, digit): (u16, u8)| {
                    let mut losses = step.removed.iter().zip(&step.left);
                    let own = losses.find(|((var, _), _)| *var == cell);
                    own.is_none_or(|((_, lost), left)| (*lost | *left).contains(digit))
                };
                let stood = |filling: &&Vec<u8>| {
                    let mut cells = cells.iter().copied().zip(filling.iter().copied());
                    cells.all(held)
                };
                let found = all.iter().filter(stood);
                let mut found: Vec<DigitSet> = found.map(|f| f.iter().copied().collect()).collect();
                found.sort_by_key(|set| set.iter().collect::<Vec<u8>>());
                found.dedup();
                assert_eq!(&found, sets, "{}", step_full(&ground, step));
            }
            *counted.entry(argument.kind()).or_insert(0) += 1;
        }
    }
    for kind in [
        "combinations",
        "parts-between",
        "same",
        "wants",
        "whole-known",
    ] {
        assert!(counted.contains_key(kind), "{kind} in {counted:?}");
    }
}

/// Returns `true` if an argument holds in the given filling, which the clue allows.
fn is_said(argument: &Argument, step: &Step, cells: &[u16], at: &dyn Fn(u16) -> u8) -> bool {
    let sum = |cells: &[u16]| -> i64 { cells.iter().map(|&cell| i64::from(at(cell))).sum() };
    let all: DigitSet = cells.iter().map(|&cell| at(cell)).collect();
    let losers = || step.removed.iter().map(|(var, _)| *var);
    let most_of = |numbers: &[i64]| numbers.iter().copied().max().unwrap_or(i64::MIN);
    let least_of = |numbers: &[i64]| numbers.iter().copied().min().unwrap_or(i64::MAX);
    // In an argument about the parts of a sum, the first cell holds the sum, and the other cells are its parts.
    let (whole, parts) = (i64::from(at(cells[0])), &cells[1..]);
    let beside = |var: u16| whole - i64::from(at(var));
    match argument {
        Argument::RestAtMost { total, most } => {
            losers().all(|var| total - i64::from(at(var)) <= most_of(most) && sum(cells) == *total)
        }
        Argument::RestAtLeast { total, least } => losers()
            .all(|var| total - i64::from(at(var)) >= least_of(least) && sum(cells) == *total),
        Argument::LeftOver {
            total,
            known,
            cells,
        } => sum(cells) == total - known,
        Argument::Run(count) => {
            all.len() == *count && all.max() == all.min().map(|low| low + *count as u8 - 1)
        }
        Argument::Partners(missing) => (all & *missing).is_empty(),
        Argument::Wants(wants) => wants.iter().all(|want| {
            let beside = want.beside.iter().map(|&cell| at(cell));
            let beside: Vec<u8> = beside.collect();
            !want.lost.contains(at(want.cell))
                && (beside.len() > 1 || !want.partners.contains(beside[0]))
        }),
        Argument::Same(pairs) => pairs.iter().all(|&[a, b]| at(a) == at(b)),
        Argument::Must(must) => must.without(all).is_empty(),
        Argument::Parts { least, most, .. } if parts.len() > 1 => {
            least.is_none_or(|least| sum(parts) >= least)
                && most.is_none_or(|most| sum(parts) <= most)
        }
        Argument::PartsAtLeast {
            whole: bounds,
            least,
        } => losers().all(|var| whole <= bounds.1 && beside(var) >= least_of(least)),
        Argument::PartsAtMost {
            whole: bounds,
            most,
        } => losers().all(|var| whole >= bounds.0 && beside(var) <= most_of(most)),
        _ => true,
    }
}

/// Returns the cells of the only clue that a step cites, and the clue's statements without the implied ones. `None` if
/// the step cites no clue or several clues.
fn only_clue_of(compiled: &Compiled, step: &Step) -> Option<(Vec<u16>, Vec<Statement>)> {
    let cites = step.reason.cites.iter();
    let clues: Vec<&Cite> = cites.filter(|c| matches!(c, Cite::Clue(_))).collect();
    let &[&Cite::Clue(index)] = &clues[..] else {
        return None;
    };
    let clue = &compiled.puzzle.clues[usize::from(index)];
    let mut cells: Vec<u16> = vec![];
    for cell in clue.cells().map(|cell| cell.0) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let parts = compiled.parts.iter();
    let own = parts.filter(|part| part.cite == Cite::Clue(index) && !part.implied);
    Some((cells, own.map(|part| part.statement.clone()).collect()))
}

/// The minimum and maximum totals of the other cells in a sum are exact, and they imply the conclusion.
#[test]
fn the_rest_of_a_sum_is_what_its_cells_make() {
    let text = "size = 9\n[clues]\nsum = [\"20: R1C1 R2C4 R3C7\"]\n";
    let compiled = Compiled::new("a sum", text);
    let ground = compiled.ground().expect("the grid is small");
    let set = |digits: &[u8]| digits.iter().copied().collect::<DigitSet>();
    let (few, many) = (set(&[5, 6]), set(&[7, 8]));
    for within in [few, many] {
        let all = fillings(&[0, 12], &[within, within], &|_, _| false);
        let rest = || all.iter().map(|filling| sum(filling));
        let (least, most) = (rest().min().expect("some"), rest().max().expect("some"));
        let holds = |digit: &u8| rest().any(|rest| rest + i64::from(*digit) == 20);
        let lost: DigitSet = ground.digits.iter().filter(|digit| !holds(digit)).collect();
        let is_low = |digit: &u8| i64::from(*digit) < 20 - most;
        let low: DigitSet = lost.iter().filter(is_low).collect();
        for (lost, expected) in [
            (
                low,
                Argument::RestAtMost {
                    total: 20,
                    most: vec![most],
                },
            ),
            (
                lost.without(low),
                Argument::RestAtLeast {
                    total: 20,
                    least: vec![least],
                },
            ),
        ] {
            if lost.is_empty() {
                continue;
            }
            let mut step = Step::strip(&[ground.digits; 81], lost, Cells::one(24));
            step = step
                .citing([Cite::Clue(0)])
                .seeing(Cells::one(0) | Cells::one(12));
            step.reason.facts = vec![(0, within), (12, within)];
            assert_eq!(Argument::of(&ground, &step), expected);
        }
    }
}

/// The steps of an unsatisfiable clue must empty a cell, whatever else the clue implies.
#[test]
fn a_clue_that_contradicts_itself_is_read_to_the_contradiction() {
    for relation in [
        "R1C1 > R2C2 and R1C1 + R3C3 + R2C4 == 9",
        "R1C1 + R3C3 + R2C4 == 9 and R1C1 > R2C2",
    ] {
        let text = format!(
            "size = 4\nlatin = false\nboxes = \"none\"\nmarks = {{ R1C1 = \"12\", R2C2 = \"34\" }}\n\
             [clues]\nrelation = \"{relation}\"\n"
        );
        let compiled = Compiled::new(relation, &text);
        let ground = compiled.ground().expect("the grid is small");
        let path = solve(&ground, profile("default"), |_| true);
        assert_eq!(path.end, End::Broken, "{relation}");
    }
}

/// The minimum total of an arrow's digits, found by full enumeration, explains why the circle cannot be less.
#[test]
fn the_circle_of_an_arrow_is_what_its_digits_make_at_least() {
    let text = "size = 9\n[clues]\narrow = [\"R1C1; R2C4 R3C7\"]\n";
    let compiled = Compiled::new("an arrow", text);
    let ground = compiled.ground().expect("the grid is small");
    for low in 1..5 {
        let within = DigitSet::range(low, 9);
        let all = fillings(&[12, 24], &[within, within], &|_, _| false);
        let least = all.iter().map(|filling| sum(filling)).min().expect("some");
        let lost = DigitSet::range(1, least as u8 - 1);
        let mut step =
            Step::strip(&[ground.digits; 81], lost, Cells::one(0)).citing([Cite::Clue(0)]);
        step.reason.facts = vec![(12, within), (24, within)];
        assert_eq!(
            Argument::of(&ground, &step),
            Argument::Parts {
                parts: 2,
                least: Some(least),
                most: None
            }
        );
        // If the step also removed a possible digit, this argument would not explain it.
        step.removed[0].1 = DigitSet::one(least as u8);
        assert_eq!(Argument::of(&ground, &step), Argument::Plain);
    }
}

/// For each excluded first digit of an X-sum, compares the total that the next cells need with the totals that they can
/// have, found by full enumeration.
#[test]
fn the_first_digit_of_an_x_sum_asks_for_what_others_can_make() {
    let text = "size = 9\n[clues]\nx-sum = [\"31: R1C0\"]\n";
    let compiled = Compiled::new("an X-sum", text);
    let ground = compiled.ground().expect("the grid is small");
    let row = ground
        .houses
        .iter()
        .find(|house| house.cells.contains(0) && house.cells.contains(8));
    let all: DigitSet = (1..=9).collect();
    let range = |digit: u8| {
        let others: Vec<i64> = (1..=9).filter(|other| *other != i64::from(digit)).collect();
        let count = usize::from(digit) - 1;
        let (low, high) = (&others[..count], &others[others.len() - count..]);
        (low.iter().sum::<i64>(), high.iter().sum::<i64>())
    };
    let fits = |digit: &u8| {
        let (least, most) = range(*digit);
        (least..=most).contains(&(31 - i64::from(*digit)))
    };
    let left: DigitSet = all.iter().filter(fits).collect();
    let mut step = Step::strip(&[ground.digits; 81], all.without(left), Cells::one(0));
    step = step.citing([Cite::Clue(0), row.expect("a row").cite]);
    step.left = vec![left];
    let Argument::Cases(cases) = Argument::of(&ground, &step) else {
        panic!("{:?}", Argument::of(&ground, &step));
    };
    for case in &cases {
        let (least, most) = range(case.digit);
        assert_eq!(case.wanted, 31 - i64::from(case.digit));
        assert_eq!(case.made, if most < case.wanted { most } else { least });
        assert!(!fits(&case.digit));
    }
    assert_eq!(cases.len(), 2);
}

/// A quadruple can have a required digit only in cells where the cited facts allow it.
#[test]
fn a_quadruple_needs_its_digits_where_they_can_be() {
    let text = "size = 9\n[clues]\nquadruple = [\"3 4: R3C3\"]\n";
    let compiled = Compiled::new("a quadruple", text);
    let ground = compiled.ground().expect("the grid is small");
    let places: Cells = [20, 21].into_iter().collect();
    let three = DigitSet::one(3);
    let mut step = Step::remove(3, Cells::one(18)).citing([Cite::Clue(0)]);
    step.left = vec![ground.digits.without(three)];
    step.reason.facts = [29, 30]
        .map(|cell| (cell, ground.digits.without(three)))
        .to_vec();
    assert_eq!(
        Argument::of(&ground, &step),
        Argument::Needs(vec![(3, places)])
    );
    step.reason.facts.pop();
    step.removed[0].1 = DigitSet::one(5);
    assert_eq!(Argument::of(&ground, &step), Argument::Plain);
}

/// The cells of a dot must hold each digit that occurs in every pair which the cited facts allow. The test lists these
/// pairs by full enumeration.
#[test]
fn a_dot_must_hold_what_all_its_pairs_have_in_common() {
    let text = "size = 9\n[clues]\nblack-dot = [\"R1C1 R1C2\"]\n";
    let compiled = Compiled::new("a dot", text);
    let ground = compiled.ground().expect("the grid is small");
    for bits in 1..1u32 << 9 {
        let within: DigitSet = (1..=9)
            .filter(|digit| bits >> (digit - 1) & 1 == 1)
            .collect();
        let all = fillings(&[0, 1], &[within, within], &|_, _| true);
        let pairs = all
            .iter()
            .filter(|pair| pair[0] == 2 * pair[1] || pair[1] == 2 * pair[0]);
        let sets = pairs.map(|pair| pair.iter().copied().collect::<DigitSet>());
        let must = sets.reduce(|a, b| a & b).unwrap_or_default();
        for digit in 1..=9 {
            let mut step = Step::remove(digit, Cells::one(5)).citing([Cite::Clue(0)]);
            step.reason.facts = vec![(0, within), (1, within)];
            let expected = match must.contains(digit) {
                true => Argument::Must(must),
                false => Argument::Plain,
            };
            assert_eq!(Argument::of(&ground, &step), expected, "{within:?}");
        }
    }
}

fn sum(filling: &[u8]) -> i64 {
    filling.iter().map(|&digit| i64::from(digit)).sum()
}

/// Returns all fillings of the cells with digits from their sets. Cells that see each other get different digits.
fn fillings(cells: &[u16], within: &[DigitSet], apart: &dyn Fn(u16, u16) -> bool) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![vec![]];
    for (place, digits) in within.iter().enumerate() {
        let longer = |filling: &Vec<u8>| -> Vec<Vec<u8>> {
            let fits = |digit: &u8| {
                let mut before = filling.iter().enumerate();
                before.all(|(i, other)| other != digit || !apart(cells[i], cells[place]))
            };
            let digits = digits.iter().filter(fits);
            digits
                .map(|digit| [&filling[..], &[digit]].concat())
                .collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A story omits the steps that its end does not need. Each step is proved on the board after the story's earlier
/// steps, and together the steps lead to the solution.
#[test]
fn the_steps_of_a_story_are_enough() {
    let files = [
        "killer-cage",
        "thermometer",
        "sandwich",
        "x",
        "renban",
        "even",
        "sum",
        "lunchbox",
    ];
    for file in files.into_iter().step_by(one_in(3)) {
        let text = fs::read_to_string(format!("corpus/variants/{file}.toml")).expect(file);
        let compiled = Compiled::new(file, &text);
        let ground = compiled.ground().expect("the grid is small");
        let path = solve(&ground, profile("default"), |_| true);
        if path.end != End::Solved || path.steps().any(|(_, s)| s.technique().is_search()) {
            continue;
        }
        let told = select_steps(&ground, &path);
        assert!(told.len() <= needed(&ground, &path).len());
        let mut board = Board::new(&ground);
        for one in &told {
            let verdict = judge(&ground, &board, &one.step);
            assert_eq!(verdict, Ok(()), "{file}: {}", step_full(&ground, &one.step));
            board.apply(&ground, &one.step);
        }
        assert!(board.is_solved(), "{file}");
    }
}

/// A story describes each of its steps exactly once. No sentence names more than twelve cells or lacks a word. Most
/// puzzles need at most two sentences for every five steps.
#[test]
fn stories_are_told_in_sentences() {
    let mut lengths = vec![];
    for compiled in corpus("variants") {
        let Some(ground) = compiled.ground() else {
            continue;
        };
        let name = &compiled.name;
        let path = solve_a_while(&ground, profile("default"), 40);
        let told = story(&ground, &path);
        let sentences = || told.iter().flat_map(|paragraph| &paragraph.sentences);
        let mut steps: Vec<usize> = sentences().flat_map(|told| told.steps.clone()).collect();
        steps.sort_unstable();
        let mut places: Vec<usize> = select_steps(&ground, &path)
            .iter()
            .map(|one| one.place)
            .collect();
        places.sort_unstable();
        assert_eq!(steps, places, "{name}");
        assert!(sentences().filter(|told| told.break_in).count() <= 1);
        assert!(sentences().filter(|told| told.hardest).count() <= 1);
        lengths.push((5 * sentences().count(), 2 * path.steps().count()));
        for sentence in sentences() {
            let text = &sentence.text;
            let cells = text.split(|c: char| !c.is_alphanumeric());
            let is_cell = |word: &&str| {
                let rest = word.strip_prefix('R').and_then(|rest| rest.split_once('C'));
                rest.is_some_and(|(row, _)| row.starts_with(|c: char| c.is_ascii_digit()))
            };
            let cells: Vec<&str> = cells.filter(is_cell).collect();
            assert!(cells.len() <= 12, "{name}: {text}");
            assert!(
                cells
                    .iter()
                    .all(|cell| sentence.cells.iter().any(|own| own == cell))
            );
            let odd = [
                "  ", " ,", " .", "{", "}", "[]", " :", "by ,", ": .", ":.", ", ,",
            ];
            assert!(!odd.iter().any(|odd| text.contains(odd)), "{name}: {text}");
            let begins = |c: char| c.is_uppercase() || c.is_ascii_digit();
            assert!(
                text.starts_with(begins) && text.ends_with('.'),
                "{name}: {text}"
            );
            let hides = ["more cell", "lose candidates", "`"];
            assert!(
                !hides.iter().any(|hidden| text.contains(hidden)),
                "{name}: {text}"
            );
        }
        assert!(told.iter().all(|paragraph| !paragraph.title.is_empty()));
        let mut pairs = told.windows(2);
        assert!(pairs.all(|pair| pair[0].title != pair[1].title), "{name}");
    }
    let short = lengths
        .iter()
        .filter(|(sentences, steps)| sentences <= steps);
    assert!(2 * short.count() > lengths.len(), "{lengths:?}");
}

/// These puzzles look like examples of a technique but have an easier solution, so the technique must not fire.
#[test]
fn lookalikes_do_not_fire_a_technique() {
    let table = fs::read_to_string("corpus/techniques/lookalikes.csv").expect("it is there");
    for row in table.lines().skip(1).step_by(one_in(4)) {
        let row: Vec<&str> = row.split(',').collect();
        let &[technique, rating, puzzle] = &row[..] else {
            panic!("{row:?} is not a position");
        };
        let rating = (rating.parse::<f64>().expect("a rating") * 10.0).round() as u16;
        let compiled = position_of(technique, puzzle);
        let ground = compiled.ground().expect("the grid is small");
        // The profile `patient` includes every technique of the default profile.
        let path = solve(&ground, profile("patient"), |_| true);
        assert_eq!(path.hardest(), rating, "{technique}");
        assert!(!used(&path, technique), "{technique} is used");
    }
}

#[test]
fn easier_positions_do_not_fire_harder_techniques() {
    for (technique, rating, compiled) in positions() {
        let ground = compiled.ground().expect("classics are small");
        let path = solve(&ground, profile("sukaku-1.18"), |_| true);
        let dearer = profile("sukaku-1.18")
            .entries()
            .iter()
            .filter(|e| e.price > rating);
        for entry in dearer {
            let name = TECHNIQUES[usize::from(entry.technique)].name;
            assert!(!used(&path, name), "{technique}: {name}");
        }
    }
}

#[test]
fn the_judge_accepts_every_step_on_classics() {
    for (technique, _, compiled) in positions() {
        let ground = compiled.ground().expect("classics are small");
        let path = solve(&ground, profile("sukaku-1.18"), |_| true);
        for round in &path.rounds {
            for step in &round.steps {
                let verdict = judge(&ground, &round.board, step);
                let name = step.technique().name;
                assert_eq!(verdict, Ok(()), "{technique}: {name} {step:?}");
                let avoids = !step.avoids.is_empty();
                assert_eq!(avoids, step.technique().assumes_uniqueness, "{name}");
            }
        }
    }
}

#[test]
fn steps_keep_the_solution_and_satisfy_the_judge_on_variants() {
    for folder in ["seeds", "variants"] {
        for compiled in corpus(folder).into_iter().step_by(one_in(4)) {
            let found = solutions(&compiled);
            let [solution] = &found[..] else { continue };
            let Some(ground) = compiled.ground() else {
                continue;
            };
            let path = solve_a_while(&ground, profile("default"), 25 / one_in(2));
            for round in &path.rounds {
                for step in &round.steps {
                    let name = step.technique().name;
                    let told = format!("{}: {name} {step:?}", compiled.name);
                    // The search does not return the values of auxiliary variables.
                    for (var, digits) in &step.removed {
                        let value = solution.get(usize::from(*var));
                        assert!(value.is_none_or(|&v| !digits.contains(v)), "{told}");
                    }
                    if let Some((cell, digit)) = step.placed {
                        assert_eq!(digit, solution[usize::from(cell)], "{told}");
                    }
                }
                let step = &round.steps[0];
                let verdict = judge(&ground, &round.board, step);
                let name = step.technique().name;
                assert_eq!(verdict, Ok(()), "{}: {name} {step:?}", compiled.name);
            }
        }
    }
}

#[test]
fn what_a_path_remembers_changes_none_of_its_steps() {
    let mut trials = 0;
    for compiled in corpus("variants") {
        let Some(ground) = compiled.ground() else {
            continue;
        };
        let path = solve_a_while(&ground, profile("default"), 40);
        // Listings that ran out of budget are cached, so expensive steps may differ. Compare only the cheaper steps.
        for round in path.rounds.iter().filter(|round| round.rating <= 42) {
            let (rating, steps) = next_steps(&ground, &round.board, profile("default"));
            assert_eq!(rating, round.rating, "{}", compiled.name);
            let after = |steps: &[Step]| {
                let mut board = round.board.clone();
                for step in steps {
                    board.apply(&ground, step);
                }
                board.candidates().to_vec()
            };
            assert_eq!(after(&steps), after(&round.steps), "{}", compiled.name);
            let name = round.steps[0].technique().name;
            trials += usize::from(matches!(name, "combined-clues" | "classes"));
        }
    }
    assert!(trials > 20 / one_in(6), "{trials}");
}

#[test]
fn the_judge_refuses_what_takes_a_solution_away() {
    for (_, _, compiled) in positions() {
        let found = solutions(&compiled);
        let ground = compiled.ground().expect("classics are small");
        let path = solve(&ground, profile("sukaku-1.18"), |_| true);
        for round in path.rounds.iter().take(6) {
            let mut step = round.steps[0].clone();
            let cell = round.board.open().first();
            let truth = DigitSet::one(found[0][usize::from(cell)]);
            step.placed = None;
            step.removed = vec![(cell, truth)];
            step.avoids.clear();
            assert!(judge(&ground, &round.board, &step).is_err(), "{step:?}");
        }
    }
}

#[test]
fn minimal_reasons_need_each_cite() {
    for (_, _, compiled) in positions().into_iter().take(12) {
        let ground = compiled.ground().expect("classics are small");
        let path = solve(&ground, profile("sukaku-1.18"), |_| true);
        for round in &path.rounds {
            let step = minimal(&ground, &round.board, &round.steps[0], &|| true).step;
            assert_eq!(judge(&ground, &round.board, &step), Ok(()));
            let named = step.sentence().houses(&ground);
            for place in 0..step.reason.cites.len() {
                if named.contains(&step.reason.cites[place]) {
                    continue;
                }
                let mut fewer = step.clone();
                fewer.reason.cites.remove(place);
                let needed = judge(&ground, &round.board, &fewer).is_err();
                assert!(needed || step.reason.cites.len() == 1, "{step:?}");
            }
        }
    }
}

/// Tiers of a profile may end below the hardest step; the steps above them are counted too.
#[test]
fn tier_counts_add_up_to_all_steps() {
    let text = "name = 'short'\nextends = 'default'\n[[tier]]\nname = 'easy'\nbelow = 1.5\n";
    let short = Profile::parse(text).expect("the profile is valid");
    let compiled = &positions()[0].2;
    let ground = compiled.ground().expect("classics are small");
    for profile in [&short, profile("default")] {
        let path = solve(&ground, profile, |_| true);
        let grade = Grade::of(&ground, &path, profile);
        let counted: usize = grade.tiers.iter().map(|(_, steps)| steps).sum();
        assert_eq!(counted, path.steps().count(), "{:?}", grade.tiers);
        let above = grade.tiers.last().filter(|(name, _)| name == "any");
        assert_eq!(above.is_some(), profile.name == "short");
    }
}

/// A sentence such as `5 in box 1 is in R1C1 or R1C2` names all places of the digit in the house, also after redundant
/// citations have been dropped and if a clue defines several houses.
#[test]
fn sentences_name_the_houses_that_confine_their_digits() {
    let rules = ["windoku", "disjoint-groups", "non-consecutive"];
    let variants = rules.map(|rule| {
        let text = fs::read_to_string(format!("corpus/variants/{rule}.toml"));
        Compiled::new(rule, &text.expect("the corpus has it"))
    });
    let classics = positions().into_iter().map(|(_, _, compiled)| compiled);
    let mut seen = BTreeMap::new();
    for compiled in classics.chain(variants) {
        let ground = compiled.ground().expect("the grid is small");
        let path = solve(&ground, profile("sukaku-1.18"), |_| true);
        for (round, step) in path
            .rounds
            .iter()
            .flat_map(|r| r.steps.iter().map(move |s| (r, s)))
        {
            let step = minimal(&ground, &round.board, step, &|| true).step;
            let cells = |house: u16| ground.houses[usize::from(house)].cells;
            let houses = match step.sentence() {
                Sentence::Confined(own) | Sentence::Seen(own) => vec![cells(*own)],
                Sentence::ConfinedLeaving(from, _) => vec![cells(*from)],
                Sentence::StrongLinks(houses) => houses.iter().map(|&own| cells(own)).collect(),
                Sentence::Fish([bases, _]) => {
                    bases.iter().map(|&cite| line(&ground, cite)).collect()
                }
                _ => continue,
            };
            let named = step.sentence().houses(&ground);
            assert!(
                named.iter().all(|cite| step.reason.cites.contains(cite)),
                "{step:?}"
            );
            let digits = match step.placed {
                Some((_, digit)) => DigitSet::one(digit),
                None => step
                    .removed
                    .iter()
                    .fold(DigitSet::EMPTY, |all, (_, lost)| all | *lost),
            };
            for (house, digit) in houses
                .iter()
                .flat_map(|h| digits.iter().map(move |d| (*h, d)))
            {
                let places = round.board.places(digit) & house;
                assert!(
                    !places.is_empty() && places.within(step.pattern),
                    "{}: {step:?}",
                    compiled.name
                );
            }
            *seen.entry(step.sentence().kind()).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
}

fn line(ground: &Ground<'_>, cite: Cite) -> Cells {
    let own = ground.houses.iter().find(|house| house.cite == cite);
    own.expect("lines are houses").cells
}

/// If time runs out before a step's citations are minimised, the step keeps all of them and is marked as partial.
#[test]
fn minimising_stops_when_it_is_told_to() {
    let text = fs::read_to_string("corpus/variants/renban.toml").expect("the corpus has it");
    let compiled = Compiled::new("renban", &text);
    let ground = compiled.ground().expect("the grid is small");
    let path = solve_a_while(&ground, profile("default"), 12);
    let steps = || {
        path.rounds
            .iter()
            .flat_map(|r| r.steps.iter().map(move |s| (r, s)))
    };
    let asked = std::cell::Cell::new(0);
    let count = |_: &Round| {
        asked.set(asked.get() + 1);
        true
    };
    let all: Vec<Minimal> = steps()
        .map(|(round, step)| minimal(&ground, &round.board, step, &|| count(round)))
        .collect();
    assert!(all.iter().all(|minimal| minimal.complete));
    assert!(asked.get() > 2 * all.len(), "asked only once for each step");
    for ((round, step), whole) in steps().zip(all) {
        let stopped = minimal(&ground, &round.board, step, &|| false);
        assert!(!stopped.complete && stopped.step == *step, "{step:?}");
        let fewer = whole.step.reason.cites.len() < step.reason.cites.len();
        assert!(fewer || whole.step == *step);
    }
}

#[test]
fn chains_inside_chains_stop_when_they_are_told_to() {
    let (_, _, compiled) = list_nested_positions().swap_remove(0);
    let ground = compiled.ground().expect("classics are small");
    let price = "[[price]]\ntechnique = 'nested-dynamic-forcing'\nrating = 10.0";
    let nested = Profile::parse(&format!("name = 'nested'\n{price}")).expect("it parses");
    let asked = std::cell::Cell::new(0);
    let path = solve(&ground, &nested, |_| {
        asked.set(asked.get() + 1);
        asked.get() <= 40
    });
    assert_eq!((path.end, path.rounds.len()), (End::Stopped, 0));
    assert_eq!(asked.get(), 41);
}

/// A profile with only naked sets (of every size) does not solve every puzzle: it gets stuck at a hidden single.
#[test]
fn naked_sets_alone_do_not_solve_everything() {
    let puzzles = positions();
    let solved = |compiled: &Compiled| {
        let ground = compiled.ground().expect("classics are small");
        solve(&ground, profile("naked-sets-only"), |_| true).end == End::Solved
    };
    let stuck = puzzles
        .iter()
        .filter(|(_, _, compiled)| !solved(compiled))
        .count();
    assert!(stuck > 0, "every puzzle was solved");
}

/// Reflecting a puzzle in its diagonal and reversing its digits must not change its rating.
#[test]
fn turning_and_renumbering_changes_no_rating() {
    for (technique, rating, compiled) in positions() {
        if rating >= 85 {
            // The length of a dynamic chain depends on the order in which links are followed, and a reflection changes that order.
            continue;
        }
        let mut digits = ['.'; 81];
        for given in &compiled.puzzle.givens {
            let (row, column) = (given.cell.index() / 9, given.cell.index() % 9);
            let digit = given.digits.single().expect("givens are digits");
            digits[column * 9 + row] = char::from(b'0' + 10 - digit);
        }
        let turned = Compiled::new(technique, &digits.iter().collect::<String>());
        let ground = turned.ground().expect("classics are small");
        let path = solve(&ground, profile("sukaku-1.18"), |_| true);
        assert_eq!(path.hardest(), rating, "{technique}");
    }
}

#[test]
fn a_puzzle_without_solution_is_graded_as_far_as_it_goes() {
    let twice = format!("55{}", ".".repeat(79));
    let compiled = Compiled::new("two fives in a row", &twice);
    let ground = compiled.ground().expect("classics are small");
    let path = solve(&ground, profile("default"), |_| true);
    assert_eq!(path.end, End::Broken);
    assert!(!Grade::of(&ground, &path, profile("default")).solved);
}

#[test]
fn a_grid_of_16_by_16_is_graded_and_a_larger_one_refused() {
    let digit = |(row, column): (usize, usize)| (4 * (row % 4) + row / 4 + column) % 16;
    let text = |(row, column): (usize, usize)| match (row + 2 * column) % 5 {
        0 | 1 => char::from(b"123456789ABCDEFG"[digit((row, column))]),
        _ => '.',
    };
    let cells = || (0..16).flat_map(|row| (0..16).map(move |column| (row, column)));
    let compiled = Compiled::new("16x16", &cells().map(text).collect::<String>());
    let ground = compiled.ground().expect("it is small enough");
    let path = solve(&ground, profile("default"), |_| true);
    assert_eq!(path.end, End::Solved);
    for (cell, place) in (0..).zip(cells()) {
        let digits = path.board.at(cell);
        assert_eq!(digits, DigitSet::one(digit(place) as u8 + 1), "{place:?}");
    }
    let steps = path.rounds.iter().flat_map(|round| {
        let proven = |step| judge(&ground, &round.board, step).is_ok();
        round.steps.iter().map(proven).collect::<Vec<_>>()
    });
    assert!(steps.clone().count() > 100 && steps.clone().all(|proven| proven));
    assert!(Compiled::new("25x25", &".".repeat(625)).ground().is_none());
}

#[test]
fn a_board_places_givens_and_clears_their_peers() {
    let compiled = Compiled::new("one given", &format!("7{}", ".".repeat(80)));
    let ground = compiled.ground().expect("classics are small");
    let board = Board::new(&ground);
    assert_eq!(board.open().len(), 80);
    assert_eq!(board.places(7).len(), 80 - 20);
    assert!(!Cells::one(0).meets(board.open()));
    let mut after = board.clone();
    assert!(after.apply(&ground, &Step::remove(1, Cells::one(80))));
    assert!(!after.apply(&ground, &Step::remove(1, Cells::one(80))));
}
