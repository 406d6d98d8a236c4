//! Steps in sentences, and the grid on which they were found.

use super::argued::read;
use super::conclusions::{conclusion, conclusion_in, confined, elsewhere, is_within, lost};
use super::grid::{Grid, Look};
use super::names::{
    MOST_CITED, around, capitalised, cells_named, cite_name, cites_text, classes, clues_and_houses,
    dashed, either, first_house, house_cells, kind_of, kinds, list, list_of, located, name, number,
    only_clue, placed_alike, subject, vars, with_article,
};
use super::paint::Paint;
use cluewright_engine::model::Cite;
use cluewright_logic::{Argument, Board, Cells, Ground, Reads, Reason, Shape, Step, broken, fall};
use cluewright_puzzle::{DigitSet, Puzzle, digit_char};

/// The name of a technique as people write it: `hidden single (box)` is `hidden-single-box` in profiles.
#[must_use]
pub fn technique(step: &Step) -> String {
    step.technique().name.replace('-', " ")
}

/// A rating in tenths: `3.4`.
#[must_use]
pub fn rating(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A step in short: `1.2 hidden single box: R3C4 = 5`.
#[must_use]
pub fn step_short(puzzle: &Puzzle, step: &Step) -> String {
    let conclusion = conclusion(puzzle, step);
    format!("{} {}: {conclusion}", rating(step.rating), technique(step))
}

/// A step with its reason, a sentence.
#[must_use]
pub fn step_full(ground: &Ground<'_>, step: &Step) -> String {
    let name = format!("{} {}", rating(step.rating), technique(step));
    format!("{name}: {}.", capitalised(&told(ground, step, WHOLE)))
}

/// How much of a step is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// Only what follows and by what, without what is given.
    pub brief: bool,
    /// Cells of a pattern that are told by name at most; of more the number is.
    pub pattern: usize,
    /// Cells that the conclusion names at most.
    pub room: usize,
}

/// All of it.
pub(super) const WHOLE: Detail = Detail {
    brief: false,
    pattern: usize::MAX,
    room: usize::MAX,
};

/// A step in words: what follows, and why.
pub(super) fn told(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    match step.technique().reads {
        Reads::Clue | Reads::Together => {
            let (_, houses) = clues_and_houses(step);
            let clues = Argument::told_by(ground, step);
            let argument = Argument::of(ground, step);
            let is_of_one = step.technique().reads == Reads::Clue && !clues.is_empty();
            let by = match argument {
                Argument::Plain if !is_of_one => cites_text(ground, &step.reason.cites),
                _ => cites_text(ground, &clues),
            };
            let place = cites_text(ground, &houses);
            read(ground, step, &argument, &by, &place, detail)
        }
        Reads::Nothing => argued(ground, step, detail),
    }
}

/// What a step says that has a phrase of its own.
fn argued(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let puzzle = ground.puzzle;
    let phrase = agreeing(
        step.technique().phrase,
        is_one(ground, &step.reason.cites),
        !step.reason.cells.is_empty(),
    );
    let conclusion = || conclusion_in(puzzle, step, detail.room);
    let cells: Vec<String> = step.pattern.iter().map(|cell| name(puzzle, cell)).collect();
    let cells = |last: &str| match cells.len() > detail.pattern {
        true => format!("{} cells", number(cells.len())),
        false => list_of(&cells, last),
    };
    let cites = &step.reason.cites[..];
    let some = |cites: &[Cite]| match cites {
        [] => String::new(),
        _ => cites_text(ground, cites),
    };
    let digits = || list(step.digits.iter(), "and");
    let house = || some(cites.get(..1).unwrap_or_default());
    let last = || some(&cites[cites.len().saturating_sub(1)..]);
    let half = cites.len() / 2;
    let placed = |of: &dyn Fn(u16, u8) -> String| step.placed.map(|(c, d)| of(c, d));
    let chain_text = match step.chain.is_empty() || detail.brief {
        true => String::new(),
        false => format!(" [{}]", chain(puzzle, step)),
    };
    let link = || first_house(ground, step);
    let lost = lost(step);
    let values: [(&str, &dyn Fn() -> String); 30] = [
        ("{conclusion}", &conclusion),
        ("{elsewhere}", &|| {
            confined(step)
                .and_then(|_| elsewhere(ground, step, step.pattern, &held(ground, step)))
                .unwrap_or_else(conclusion)
        }),
        ("{chain}", &|| chain_text.clone()),
        ("{refuted}", &|| refuted(ground, step, detail)),
        ("{filled}", &|| filled_houses(ground, step, detail)),
        ("{along}", &|| along(ground, step)),
        ("{throughout}", &|| throughout(ground, step)),
        ("{counted}", &|| counted(ground, step)),
        ("{either}", &|| cells(" or ")),
        ("{cells}", &|| cells(" and ")),
        ("{digits} stands in {house}", &|| {
            let stand = if step.digits.len() == 1 {
                "stands"
            } else {
                "stand"
            };
            format!("{} {stand} {}", digits(), located(&house()))
        }),
        ("{digits} in {house} is", &|| {
            let are = if step.digits.len() == 1 { "is" } else { "are" };
            format!("{} {} {are}", digits(), located(&house()))
        }),
        ("in {where}", &|| located(&cites_text(ground, cites))),
        ("in {last}", &|| located(&last())),
        ("{balanced}", &|| balanced(ground, step, detail)),
        ("{digits}", &digits),
        ("a {set}", &|| with_article(&dashed(step.digits))),
        ("{set}", &|| dashed(step.digits)),
        ("{ends}", &|| subject(puzzle, &vars(step.pattern - link()))),
        ("{link}", &|| either(puzzle, step.pattern & link())),
        ("{joined}", &|| {
            list(step.digits.without(lost).iter(), "and")
        }),
        ("{freed}", &|| list(lost.iter(), "and")),
        ("{links}", &|| links(ground, step, detail)),
        ("{cell}", &|| {
            placed(&|cell, _| name(puzzle, cell)).unwrap_or_default()
        }),
        ("{digit}", &|| {
            placed(&|_, digit| digit_char(digit).to_string()).unwrap_or_default()
        }),
        ("{house}", &house),
        ("{last}", &last),
        ("{bases}", &|| some(&cites[..half])),
        ("{covers}", &|| some(&cites[half..])),
        ("{where}", &|| cites_text(ground, cites)),
    ];
    let is_whole = step.technique().is_search()
        || phrase.contains("{conclusion}")
        || phrase.contains("{elsewhere}")
        || phrase.contains("{cell}")
        || phrase.contains("{refuted}");
    let whole = match is_whole {
        true => phrase,
        false => format!("{{conclusion}}, because {phrase}{{chain}}"),
    };
    let values = values.iter().filter(|(name, _)| whole.contains(name));
    values.fold(whole.clone(), |text, (name, value)| {
        text.replace(name, &value())
    })
}

/// Cells of both sides that are told at most where houses hold the same digits.
const MOST_BALANCED: usize = 9;

/// What holds the same digits as what, and which houses are looked at besides: `R1C4 and R1C5 hold the same digits as R2C1
/// and R3C1 (row 1 against box 1), so by column 4,`.
fn balanced(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let houses = |side: &[u16]| -> (Vec<Cite>, Cells) {
        let houses = side
            .iter()
            .map(|&number| &ground.houses[usize::from(number)]);
        let cells = houses
            .clone()
            .fold(Cells::EMPTY, |all, house| all | house.cells);
        (houses.map(|house| house.cite).collect(), cells)
    };
    let [(one, of_one), (other, of_other)] =
        [&step.balance[0], &step.balance[1]].map(|side| houses(side));
    let [this, that] = [&one, &other].map(|cites| cites_text(ground, cites));
    let sides = [of_one - of_other, of_other - of_one];
    let count = sides[0].len() + sides[1].len();
    let told = match count <= MOST_BALANCED && !detail.brief {
        true => {
            let [these, those] = sides.map(|side| subject(ground.puzzle, &vars(side)));
            format!("{these} hold the same digits as {those} ({this} against {that})")
        }
        false => {
            let hold = if one.len() == 1 { "holds" } else { "hold" };
            format!("beyond what they share, {this} {hold} the same digits as {that}")
        }
    };
    let known = [one, other].concat();
    let more = step
        .reason
        .cites
        .iter()
        .filter(|cite| !known.contains(cite));
    let more: Vec<Cite> = more.copied().collect();
    match more.is_empty() {
        true => format!("{told}, so"),
        false => format!("{told}, so by {}", cites_text(ground, &more)) + ",",
    }
}

/// What an assumption comes to: `R2C5 cannot be 4: R1C5 and R2C4 would be 9, which box 2 rules out`.
fn refuted(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let puzzle = ground.puzzle;
    let assumed = match (&step.removed[..], &step.chain[..]) {
        (&[(var, lost)], [first, ..]) if first.on && first.cell == var => lost
            .single()
            .filter(|&digit| digit == first.digit)
            .map(|digit| format!("{} cannot be {}", name(puzzle, var), digit_char(digit))),
        _ => None,
    };
    let Some(assumed) = assumed else {
        let conclusion = conclusion_in(puzzle, step, detail.room);
        return format!("{conclusion}: nothing else fits {}", place(ground, step));
    };
    let follows = &step.chain[1..];
    let is_told = follows.iter().all(|link| link.on && !link.starts) && !follows.is_empty();
    if !is_told || detail.brief || follows.len() > MOST_FOLLOWING {
        let (clues, _) = clues_and_houses(step);
        return match clues.len() > MOST_CITED && broken(ground, step).is_none() {
            true => {
                let count = number(clues.len());
                format!("{assumed}: followed through {count} clues, that ends in a contradiction")
            }
            false if follows.is_empty() => {
                format!("{assumed}: {}", clashing(ground, step, "that", "then"))
            }
            false => {
                let clash = clashing(ground, step, "that", "then");
                let clash = clash.trim_start_matches("then ");
                format!("{assumed}: followed through, {clash}")
            }
        };
    }
    let mut groups: Vec<(u8, Vec<u16>)> = vec![];
    for link in follows {
        match groups.last_mut() {
            Some((digit, cells)) if *digit == link.digit => cells.push(link.cell),
            _ => groups.push((link.digit, vec![link.cell])),
        }
    }
    let told = groups.iter().enumerate().map(|(at, (digit, cells))| {
        let would = if at == 0 { "would be " } else { "" };
        format!("{} {would}{}", subject(puzzle, cells), digit_char(*digit))
    });
    let told = list_of(&told.collect::<Vec<_>>(), " and ");
    format!(
        "{assumed}: {told}, {}",
        clashing(ground, step, "which", "and")
    )
}

/// What cannot hold after an assumption: `which would break the arrow from R1C1`, `which would leave row 3 without a 5`,
/// `and the whispers from R1C1 and R2C2 could not both hold`.
fn clashing(ground: &Ground<'_>, step: &Step, which: &str, and: &str) -> String {
    let cites = broken(ground, step).unwrap_or_else(|| shows_in(step));
    if let Some(told) = falling(ground, step, &cites) {
        let then = if and == "and" { "so" } else { and };
        return format!("{then} {told}");
    }
    let step = &Step {
        reason: Reason {
            cites,
            ..step.reason.clone()
        },
        ..step.clone()
    };
    let (clues, houses) = clues_and_houses(step);
    let out = || match which {
        "which" => format!("which {} out", ruled(ground, step)),
        that => format!("{} {that} out", ruled(ground, step)),
    };
    match (&clues[..], &houses[..]) {
        ([clue], []) => format!(
            "{which} would break {}",
            cite_name(ground.book, ground.puzzle, *clue)
        ),
        ([], [house]) => match unplaced(ground, step, *house) {
            Some(digit) => format!(
                "{which} would leave {} without {}",
                cites_text(ground, &houses),
                with_article(&digit_char(digit).to_string())
            ),
            None => out(),
        },
        (_, []) => {
            let all = if clues.len() == 2 { "both" } else { "all" };
            let told = placed_alike(ground, &clues);
            format!("{and} {told} could not {all} hold")
        }
        _ => out(),
    }
}

/// How clues fail one after the other: `R2C4 would be 8 or 9 by the cage at R3C5, which would break the cage at R1C4`.
fn falling(ground: &Ground<'_>, step: &Step, cites: &[Cite]) -> Option<String> {
    let fall = fall(ground, step, cites)?;
    let cite = |cite| cite_name(ground.book, ground.puzzle, cite);
    let told = fall.links.iter().map(|&(by, var, left)| {
        let is = is_within(left, ground.digits.without(left));
        let would = match is.strip_prefix(" is not ") {
            Some(not) => format!("would not be {not}"),
            None => is.replacen(" is ", "would be ", 1),
        };
        format!("{} {would} by {}", name(ground.puzzle, var), cite(by))
    });
    let told = told.collect::<Vec<_>>().join(", so ");
    Some(match fall.breaks {
        Cite::House(_) => format!("{told}, which {} rules out", cite(fall.breaks)),
        clue => format!("{told}, which would break {}", cite(clue)),
    })
}

/// A digit for which a house has no place once what a step assumes stands with what follows from it.
fn unplaced(ground: &Ground<'_>, step: &Step, house: Cite) -> Option<u8> {
    let cells = house_cells(ground, house)?;
    let links = step.chain.iter().filter(|link| link.on);
    let links = links.map(|link| (link.cell, DigitSet::one(link.digit)));
    let known = step.reason.facts.iter().chain(&step.removed).copied();
    let known: Vec<(u16, DigitSet)> = known.chain(links).collect();
    let may_hold = |cell: u16, digit: u8| {
        let mut own = known.iter().filter(|(var, _)| *var == cell);
        own.all(|(_, within)| within.contains(digit))
    };
    let mut digits = ground.digits.iter();
    let is_full = cells.len() == ground.digits.len();
    digits.find(|&digit| is_full && !cells.iter().any(|cell| may_hold(cell, digit)))
}

/// Where a contradiction shows: clues and houses, or where these are many the clues alone.
fn shows_in(step: &Step) -> Vec<Cite> {
    let (clues, _) = clues_and_houses(step);
    let cites = &step.reason.cites;
    match clues.is_empty() || cites.len() <= MOST_CITED {
        true => cites.clone(),
        false => clues,
    }
}

fn place(ground: &Ground<'_>, step: &Step) -> String {
    cites_text(ground, &shows_in(step))
}

/// What shows a contradiction, with its verb: `rows 1 and 3 rule`, `the arrow from R1C1 rules`.
pub(super) fn ruled(ground: &Ground<'_>, step: &Step) -> String {
    let cites = shows_in(step);
    let rules = if is_one(ground, &cites) {
        "rules"
    } else {
        "rule"
    };
    format!("{} {rules}", cites_text(ground, &cites))
}

/// Whether a verb that follows these stands in the singular: one house, or one clue that is not called by a plural.
fn is_one(ground: &Ground<'_>, cites: &[Cite]) -> bool {
    let is_plural = |&cite| kind_of(&cite_name(ground.book, ground.puzzle, cite)).ends_with('s');
    matches!(cites, [one] if !is_plural(one))
}

/// The places of a digit in the houses of a chain: `in R3C2 or R3C8 in row 3, and in R7C2 or R7C5 in row 7`.
fn links(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let count = usize::from(step.size) / 2;
    let houses = &step.reason.cites[..count.min(step.reason.cites.len())];
    if step.pattern.len() > detail.pattern {
        let place = cites_text(ground, houses);
        return format!("at one end or the other of a chain in {place}");
    }
    let mut told: Vec<(Cite, Cells)> = vec![];
    for &cite in houses {
        // Some clues make several houses, such as the windows.
        let own = ground.houses.iter().filter(|house| house.cite == cite);
        let places = own.map(|house| step.pattern & house.cells);
        let new = places.filter(|&places| !told.contains(&(cite, places)));
        let most = new.min_by_key(|places| std::cmp::Reverse(places.len()));
        told.push((cite, most.unwrap_or_default()));
    }
    let told = told.iter().map(|&(cite, places)| {
        let house = cites_text(ground, &[cite]);
        format!("in {} in {house}", either(ground.puzzle, places))
    });
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// Where classes are counted, and what is counted there: `box 9 has four even and five odd digits: with the arrow
/// from R1C1`.
fn counted(ground: &Ground<'_>, step: &Step) -> String {
    let (puzzle, class) = (ground.puzzle, step.digits);
    let (clues, houses) = clues_and_houses(step);
    let [told, place] = [&clues, &houses].map(|cites| cites_text(ground, cites));
    let is_full = |&cite: &Cite| {
        house_cells(ground, cite).is_some_and(|cells| cells.len() == puzzle.layout.digits().len())
    };
    let of = classes(puzzle, class);
    match (clues.is_empty(), houses.is_empty()) {
        (_, true) => format!("following {of} along {told},"),
        (is_alone, false) if houses.len() <= MOST_CITED && houses.iter().all(is_full) => {
            let has = if houses.len() == 1 {
                "has"
            } else {
                "each have"
            };
            let what = tally(puzzle, class);
            match is_alone {
                true => format!("{place} {has} {what}, so"),
                false => format!("{place} {has} {what}: with {told},"),
            }
        }
        (true, false) => format!("counting {of} in {place},"),
        (false, false) => format!("counting {of} in {place} with {told},"),
    }
}

/// How many digits of a class there are: `four even and five odd digits`, `three cells for 7, 8 and 9`.
fn tally(puzzle: &Puzzle, class: DigitSet) -> String {
    let others = puzzle.layout.digits().without(class);
    let is_of = |set: DigitSet, parity: u8| set.iter().all(|digit| digit % 2 == parity);
    let half = |word: &str| {
        let ends = class.min().zip(class.max());
        let range = ends.map(|(low, high)| format!("{} to {}", digit_char(low), digit_char(high)));
        let count = number(class.len());
        format!("{count} {word} digits ({})", range.unwrap_or_default())
    };
    let is_half = 2 * class.len() + 1 >= puzzle.layout.digits().len();
    let (even, odd) = if is_of(class, 0) {
        (class, others)
    } else {
        (others, class)
    };
    match class.single() {
        Some(digit) => format!("one {}", digit_char(digit)),
        None if is_of(even, 0) && is_of(odd, 1) => {
            format!(
                "{} even and {} odd digits",
                number(even.len()),
                number(odd.len())
            )
        }
        None if is_half && class.max() < others.min() => half("low"),
        None if is_half && class.min() > others.max() => half("high"),
        None => format!(
            "{} cells for {}",
            number(class.len()),
            list(class.iter(), "and")
        ),
    }
}

/// What follows from an assumption in cells at most that are told.
const MOST_FOLLOWING: usize = 5;

/// Cells that the names of clues name in a crowded sentence at most.
const FEW_NAMED: usize = 2;

/// Houses that a step fills in every way: `box 8 that the three cages allow`.
fn filled_houses(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let (clues, _) = clues_and_houses(step);
    // Cells that follow come before those that clues are called by.
    let told = match cites_text(ground, &clues) {
        told if detail.brief && cells_named(&told) > FEW_NAMED => kinds(ground, &clues),
        told => told,
    };
    let place = filled(ground, step);
    let allows = if is_one(ground, &clues) {
        "allows"
    } else {
        "allow"
    };
    match (clues.is_empty(), place.is_empty()) {
        (_, true) => told,
        (true, false) => place,
        (false, false) => format!("{place} that {told} {allows}"),
    }
}

/// The houses among those that a step cites which it fills: those with most of its cells.
pub(super) fn filled(ground: &Ground<'_>, step: &Step) -> String {
    let (_, mut houses) = clues_and_houses(step);
    let inside = |&cite: &Cite| {
        let cells = house_cells(ground, cite).unwrap_or_default();
        std::cmp::Reverse((cells & step.pattern).len())
    };
    houses.sort_by_key(inside);
    if let Shape::Filling { houses: count } = step.technique().shape {
        houses.truncate(count);
    }
    match houses.is_empty() {
        true => String::new(),
        false => cites_text(ground, &houses),
    }
}

/// Houses in which a digit is placed that are told at most; with more it is placed all over the grid.
const MOST_THROUGHOUT: usize = 6;

/// The houses in which a digit is placed, and the clues that it keeps to: `in rows 1 and 3 with the anti-knight rule`.
fn throughout(ground: &Ground<'_>, step: &Step) -> String {
    let (clues, houses) = clues_and_houses(step);
    let place = match houses.len() {
        0 | MOST_THROUGHOUT.. => "in the grid".to_owned(),
        _ => located(&cites_text(ground, &houses)),
    };
    match clues.is_empty() {
        true => place,
        false => format!("{place} with {}", cites_text(ground, &clues)),
    }
}

/// The clues along a path, and the path: `the two white dots along R1C1-R1C2-R1C3`.
fn along(ground: &Ground<'_>, step: &Step) -> String {
    let (clues, _) = clues_and_houses(step);
    let mut joints: Vec<[u16; 2]> = vec![];
    for &clue in &clues {
        if let Some(clue) = only_clue(ground, &[clue]) {
            let cells = clue.cells().map(|cell| cell.0);
            let cells: Vec<u16> = cells.filter(|&cell| step.pattern.contains(cell)).collect();
            joints.extend(cells.windows(2).map(|pair| [pair[0], pair[1]]));
        }
    }
    let kinds = kinds(ground, &clues);
    let names = |cells: &[u16]| -> Vec<String> {
        cells
            .iter()
            .map(|&cell| name(ground.puzzle, cell))
            .collect()
    };
    match path(step.pattern, &joints) {
        Some(path) => format!("{kinds} along {}", names(&path).join("-")),
        None => {
            let cells: Vec<u16> = step.pattern.iter().collect();
            format!("{kinds} in {}", list_of(&names(&cells), " and "))
        }
    }
}

/// Cells in the order of a path along joints that meets each of them once, if there is one.
fn path(cells: Cells, joints: &[[u16; 2]]) -> Option<Vec<u16>> {
    let mut open: Vec<Vec<u16>> = cells.iter().map(|cell| vec![cell]).collect();
    while let Some(path) = open.pop() {
        if path.len() == cells.len() {
            return Some(path);
        }
        let last = path[path.len() - 1];
        for &[a, b] in joints {
            let next = match (a == last, b == last) {
                (true, _) => b,
                (_, true) => a,
                _ => continue,
            };
            if !path.contains(&next) {
                open.push([path.as_slice(), &[next]].concat());
            }
        }
    }
    None
}

/// A phrase whose verbs agree with one house or clue or with more, with what is said in `[…]` or without.
fn agreeing(phrase: &str, is_one: bool, is_given: bool) -> String {
    let mut text = String::new();
    let mut rest = phrase;
    while let Some(at) = rest.find(['{', '[']) {
        text.push_str(&rest[..at]);
        let close = if rest[at..].starts_with('{') {
            '}'
        } else {
            ']'
        };
        let end = rest[at..].find(close).map_or(rest.len(), |end| at + end);
        let inside = &rest[at + 1..end];
        match (close, inside.split_once('|')) {
            (']', _) if is_given => text.push_str(&agreeing(inside, is_one, is_given)),
            (']', _) => {}
            (_, Some((one, more))) => text.push_str(if is_one { one } else { more }),
            (_, None) => text.push_str(&rest[at..=end]),
        }
        rest = &rest[end + 1..];
    }
    text + rest
}

/// The houses in which a pattern holds its digits: what a fish covers, or those around its cells.
fn held(ground: &Ground<'_>, step: &Step) -> Vec<Cite> {
    let cites = &step.reason.cites;
    match step.technique().shape {
        Shape::Fish => cites[cites.len() / 2..].to_vec(),
        _ => around(ground, step.pattern),
    }
}

fn chain(puzzle: &Puzzle, step: &Step) -> String {
    let mut text = String::new();
    for (i, link) in step.chain.iter().enumerate() {
        if i > 0 {
            text.push_str(if link.starts { "; " } else { " → " });
        }
        let sign = if link.on { "=" } else { "≠" };
        text.push_str(&format!(
            "{} {sign} {}",
            name(puzzle, link.cell),
            digit_char(link.digit)
        ));
    }
    text
}

/// The candidates before a step: the pattern in bold, candidates that go in red.
#[must_use]
pub fn step_grid(puzzle: &Puzzle, board: &Board, step: &Step) -> String {
    let looks = (0..puzzle.layout.cell_count() as u16).map(|cell| {
        let lost = step.removed.iter().find(|(var, _)| *var == cell);
        let target = lost.is_some() || step.placed.is_some_and(|(c, _)| c == cell);
        let paint = match (target, step.pattern.contains(cell)) {
            (true, _) => Paint::Red,
            (_, true) => Paint::Bold,
            _ => Paint::Plain,
        };
        let text: String = board.at(cell).iter().map(digit_char).collect();
        Look {
            text,
            marked: target,
            paint,
        }
    });
    Grid::new(&puzzle.layout, looks.collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_logic::TECHNIQUES;

    #[test]
    fn verbs_agree_with_what_is_cited() {
        let phrase = "{where} {rules|rule} that out[, given {cells}]";
        let told = |is_one, is_given| agreeing(phrase, is_one, is_given);
        assert_eq!(told(true, true), "{where} rules that out, given {cells}");
        assert_eq!(told(false, false), "{where} rule that out");
    }

    #[test]
    fn every_phrase_is_told_whole() {
        for technique in TECHNIQUES {
            let phrase = technique.phrase;
            let names_digits = phrase.contains("{digits}") || phrase.contains("{set}");
            assert_eq!(technique.names_digits, names_digits, "{phrase}");
            let mut told = agreeing(phrase, false, true);
            for known in [
                "conclusion",
                "elsewhere",
                "refuted",
                "filled",
                "along",
                "throughout",
                "counted",
                "balanced",
                "either",
                "cells",
                "digits",
                "set",
                "ends",
                "link",
                "joined",
                "freed",
                "links",
                "cell",
                "digit",
                "house",
                "last",
                "bases",
                "covers",
                "where",
            ] {
                told = told.replace(&format!("{{{known}}}"), "");
            }
            assert!(!told.contains(['{', '}', '[', ']', '|']), "{told}");
        }
    }
}
