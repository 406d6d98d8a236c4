//! Steps in sentences, and the grid on which they were found.

use super::argued::read;
use super::grid::{Grid, Look};
use crate::logic::{Argument, Board, Cells, Ground, Reads, Step, named};
use crate::model::Cite;
use crate::puzzle::{Cell, Clue, DigitSet, Puzzle, digit_char};
use crate::rules::{Book, Named};
use anstyle::{AnsiColor, Style};

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
    let values: [(&str, &dyn Fn() -> String); 29] = [
        ("{conclusion}", &conclusion),
        ("{elsewhere}", &|| {
            confined(step)
                .and_then(|_| elsewhere(ground, step, step.pattern, &held(ground, step)))
                .unwrap_or_else(conclusion)
        }),
        ("{chain}", &|| chain_text.clone()),
        ("{refuted}", &|| refuted(ground, step, detail)),
        ("{filled}", &|| filled_houses(ground, step)),
        ("{along}", &|| along(ground, step)),
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

/// `in row 1`, `on the falling diagonal`.
fn located(place: &str) -> String {
    let is_line = place.starts_with("the ") && place.ends_with("diagonal");
    format!("{} {place}", if is_line { "on" } else { "in" })
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
        return match breaking(ground, step) {
            Some(_) if clues_and_houses(step).0.len() > MOST_CITED => {
                let count = number(clues_and_houses(step).0.len());
                format!("{assumed}: followed through {count} clues, that ends in a contradiction")
            }
            Some(clues) => format!("{assumed}: that would break {clues}"),
            None => format!("{assumed}: nothing would fit {}", place(ground, step)),
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
    match breaking(ground, step) {
        Some(clues) => format!("{assumed}: {told}, which would break {clues}"),
        None => format!("{assumed}: {told}, which {} out", ruled(ground, step)),
    }
}

/// The clues of which one would not hold; nothing where houses alone are cited.
fn breaking(ground: &Ground<'_>, step: &Step) -> Option<String> {
    let (clues, _) = clues_and_houses(step);
    let names = clues
        .iter()
        .map(|&clue| cite_name(ground.book, ground.puzzle, clue));
    let names: Vec<String> = names.collect();
    let kind = kind_of(names.first()?);
    let is_one_kind = names.iter().all(|name| kind_of(name) == kind);
    let few = alike(&names).filter(|_| is_one_kind && names.len() <= MOST_CITED);
    Some(match (names.len(), few) {
        (1 | 2, _) => list_of(&names, " or "),
        (_, Some(few)) => format!("one of {few}"),
        (count, None) if is_one_kind => format!("one of {} {}", number(count), plural_of(&kind)),
        (count, None) => format!("one of {} clues", number(count)),
    })
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

/// The cells of the first house that a step cites.
fn first_house(ground: &Ground<'_>, step: &Step) -> Cells {
    let first = step.reason.cites.first();
    let house = first.and_then(|&cite| house_cells(ground, cite));
    house.unwrap_or_default()
}

fn house_cells(ground: &Ground<'_>, cite: Cite) -> Option<Cells> {
    let house = ground.houses.iter().find(|house| house.cite == cite);
    house.map(|house| house.cells)
}

/// The places of a digit in the houses of a chain: `in R3C2 or R3C8 in row 3, and in R7C2 or R7C5 in row 7`.
fn links(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let count = usize::from(step.size) / 2;
    let houses = &step.reason.cites[..count.min(step.reason.cites.len())];
    if step.pattern.len() > detail.pattern {
        let place = cites_text(ground, houses);
        return format!("at one end or the other of a chain in {place}");
    }
    let told = houses.iter().map(|&cite| {
        let places = step.pattern & house_cells(ground, cite).unwrap_or_default();
        let house = cites_text(ground, &[cite]);
        format!("in {} in {house}", either(ground.puzzle, places))
    });
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// `R1C1, R1C2 or R1C3`.
pub(super) fn either(puzzle: &Puzzle, cells: Cells) -> String {
    let names: Vec<String> = cells.iter().map(|cell| name(puzzle, cell)).collect();
    list_of(&names, " or ")
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

/// Houses that a step fills in every way: `box 8 that the three cages allow`.
fn filled_houses(ground: &Ground<'_>, step: &Step) -> String {
    let (clues, cited) = clues_and_houses(step);
    let of_step = |cite: Cite| ground.houses.iter().find(|house| house.cite == cite);
    let mut houses: Vec<(usize, Cite)> = cited
        .iter()
        .map(|&cite| {
            (
                of_step(cite).map_or(0, |house| (house.cells & step.pattern).len()),
                cite,
            )
        })
        .collect();
    houses.sort_by_key(|(inside, _)| std::cmp::Reverse(*inside));
    let count = match step.technique().name {
        "house-and-clues" | "house-and-sums" => 1,
        "wide-listing" => 3,
        _ => 2,
    };
    let houses: Vec<Cite> = houses
        .into_iter()
        .take(count)
        .map(|(_, cite)| cite)
        .collect();
    let [told, place] = [&clues, &houses].map(|cites| cites_text(ground, cites));
    let allows = if is_one(ground, &clues) {
        "allows"
    } else {
        "allow"
    };
    match (clues.is_empty(), houses.is_empty()) {
        (_, true) => told,
        (true, false) => place,
        (false, false) => format!("{place} that {told} {allows}"),
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

/// Clues by their kinds alone: `the cage and the two white dots`.
pub(super) fn kinds(ground: &Ground<'_>, clues: &[Cite]) -> String {
    let mut kinds: Vec<(String, usize)> = vec![];
    for &clue in clues {
        let kind = kind_of(&cite_name(ground.book, ground.puzzle, clue));
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let kinds = kinds.iter().map(|(kind, count)| match count {
        1 => format!("the {kind}"),
        _ => format!("the {} {}", number(*count), plural_of(kind)),
    });
    list_of(&kinds.collect::<Vec<_>>(), " and ")
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

/// The clues and the houses that a step cites.
pub(super) fn clues_and_houses(step: &Step) -> (Vec<Cite>, Vec<Cite>) {
    (step.reason.cites.iter()).partition(|cite| !matches!(cite, Cite::House(_)))
}

/// Clues and houses that are named one by one at most.
const MOST_CITED: usize = 4;

/// Clues, then houses, those of one kind together: `the whispers from R1C5 and R2C6, box 2 and rows 1 and 3`.
#[must_use]
pub fn cites_text(ground: &Ground<'_>, cites: &[Cite]) -> String {
    let mut cites = cites.to_vec();
    cites.sort_unstable();
    let (houses, clues): (Vec<Cite>, Vec<Cite>) = cites
        .iter()
        .partition(|cite| matches!(cite, Cite::House(_)));
    let name = |cite: &Cite| cite_name(ground.book, ground.puzzle, *cite);
    let mut told = vec![];
    let mut kinds: Vec<(String, Vec<String>)> = vec![];
    for label in clues.iter().map(name) {
        let kind = kind_of(&label);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, labels)) => labels.push(label),
            None => kinds.push((kind, vec![label])),
        }
    }
    for (kind, labels) in &kinds {
        match (labels.len() > MOST_CITED, alike(labels)) {
            (true, _) => told.push(format!("{} {}", number(labels.len()), plural_of(kind))),
            (false, Some(alike)) => told.push(alike),
            (false, None) => told.extend(labels.iter().cloned()),
        }
    }
    let mut lines: Vec<(String, Vec<String>)> = vec![];
    for house in houses.iter().map(name) {
        let (kind, number) = house.split_once(' ').unwrap_or((&house, ""));
        match lines.iter_mut().find(|(known, _)| known == kind) {
            Some((_, numbers)) => numbers.push(number.to_owned()),
            None => lines.push((kind.to_owned(), vec![number.to_owned()])),
        }
    }
    for (kind, numbers) in &mut lines {
        numbers.sort_by_key(|number| number.parse::<usize>().unwrap_or_default());
        told.push(match &numbers[..] {
            [one] => format!("{kind} {one}").trim_end().to_owned(),
            _ if numbers.len() > MOST_CITED => {
                format!("{} {}", number(numbers.len()), plural_of(kind))
            }
            _ => format!("{} {}", plural_of(kind), list_of(numbers, " and ")),
        });
    }
    match told.is_empty() {
        true => "the cell itself".to_owned(),
        false => list_of(&told, " and "),
    }
}

/// The words that say where a clue stands.
const PLACES: [&str; 10] = [
    "from", "at", "between", "in", "on", "left", "right", "above", "below", "of",
];

/// What clues are called whose names differ in one cell: `the arrows from R1C6 and R6C5`.
pub(super) fn alike(labels: &[String]) -> Option<String> {
    let [first, _, ..] = labels else { return None };
    let (head, place, tail) = parted(first)?;
    if place == "between" {
        let pairs = labels.iter().map(|label| {
            let (own, at, tail) = parted(label)?;
            (own == head && at == place).then(|| tail.replace(" and ", "-"))
        });
        let pairs = list_of(&pairs.collect::<Option<Vec<_>>>()?, " and ");
        return Some(format!("{} {pairs}", plural_of(head)));
    }
    if place == "from" {
        let ways = labels.iter().map(|label| {
            let (own, at, tail) = parted(label)?;
            (own == head && at == place).then(|| tail.to_owned())
        });
        let mut ways = ways.collect::<Option<Vec<_>>>()?;
        ways.dedup();
        let ways = list_of(&ways, " and ");
        return Some(format!("{} from {ways}", plural_of(head)));
    }
    // Where it is a line, its number: `left`, `of row`, `3`.
    let (line, _) = tail.rsplit_once(' ').unwrap_or(("", tail));
    if !(line.is_empty() || line.ends_with("row") || line.ends_with("column")) {
        return None;
    }
    let tails = labels.iter().map(|label| {
        let (own, at, tail) = parted(label)?;
        let tail = tail.strip_prefix(line)?.trim_start();
        (own == head && at == place && !tail.contains(' ')).then(|| tail.to_owned())
    });
    let mut tails = tails.collect::<Option<Vec<_>>>()?;
    tails.dedup();
    let tails = list_of(&tails, " and ");
    let lines = match line.is_empty() {
        true => String::new(),
        false => format!("{line}s "),
    };
    Some(format!("{} {place} {lines}{tails}", plural_of(head)))
}

/// A clue's name as what it is, a word of place, and where: `the arrow`, `from`, `R1C6`. A between line is one by its
/// first word.
pub(super) fn parted(label: &str) -> Option<(&str, &str, &str)> {
    let first = "the ".len();
    let places = PLACES.iter().filter_map(|place| {
        let at = label.get(first..)?.find(&format!(" {place} "))?;
        Some((first + at, *place))
    });
    let (at, place) = places.min()?;
    Some((&label[..at], place, &label[at + place.len() + 2..]))
}

/// The kind of a clue by its name: `whisper`, `cage`, `X`.
pub(super) fn kind_of(label: &str) -> String {
    let head = parted(label).map_or(label, |(head, _, _)| head);
    let words = head.trim_start_matches("the ").split(' ');
    let words: Vec<&str> = words
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
        .collect();
    words.join(" ")
}

/// Several of a kind.
pub(super) fn plural_of(kind: &str) -> String {
    let several = match kind {
        // A rule of the whole puzzle stands in it once.
        _ if kind.ends_with("rule") || kind.ends_with("diagonal") => "",
        _ if kind.ends_with('s') || kind.ends_with("ing") => "",
        _ if kind.ends_with("box") || kind.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{kind}{several}")
}

/// `1-3`.
pub(super) fn dashed(set: DigitSet) -> String {
    let digits: Vec<String> = set.iter().map(|d| digit_char(d).to_string()).collect();
    digits.join("-")
}

/// `a 1-3`, `an 8-9`.
fn with_article(set: &str) -> String {
    let article = if set.starts_with('8') { "an" } else { "a" };
    format!("{article} {set}")
}

/// The first clue among some.
pub(super) fn first_clue<'a>(ground: &Ground<'a>, clues: &[Cite]) -> Option<&'a Clue> {
    only_clue(ground, clues.get(..1)?)
}

/// The one clue among some.
pub(super) fn only_clue<'a>(ground: &Ground<'a>, clues: &[Cite]) -> Option<&'a Clue> {
    match clues {
        [Cite::Clue(index)] => Some(&ground.puzzle.clues[usize::from(*index)]),
        _ => None,
    }
}

/// Small numbers in words.
pub(super) fn number(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// A sentence's first letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

/// Groups of cells of which it is told what is known, at most.
const MOST_GROUPS: usize = 3;

/// Cells of which it is told what is known, at most.
pub(super) const MOST_GIVEN: usize = 6;

/// What is known of the cells that matter: `with R1C1 at least 4 and 2 in R1C2`; nothing where that is too much.
pub(super) fn given(puzzle: &Puzzle, step: &Step) -> String {
    let grid = puzzle.layout.digits();
    let facts = &step.reason.facts[..];
    let mut groups: Vec<(String, Vec<u16>)> = vec![];
    for &(var, within) in facts {
        let is = is_within(within, domain(puzzle, var).unwrap_or(grid).without(within));
        match groups.iter_mut().find(|(known, _)| *known == is) {
            Some((_, vars)) => vars.push(var),
            None => groups.push((is, vec![var])),
        }
    }
    if groups.is_empty() || groups.len() > MOST_GROUPS || facts.len() > MOST_GIVEN {
        return String::new();
    }
    let mut told: Vec<String> = groups
        .iter()
        .map(|(is, vars)| known(puzzle, is.trim_start_matches(" is "), vars))
        .collect();
    // "R1C1 at most 3, 5 or 7 in R1C2" would be read as one.
    told.sort_by_key(|one| !one.starts_with(|c: char| c.is_ascii_digit()));
    // Neither cells nor digits run into the next group.
    let is_long = match groups.len() {
        2 => groups.iter().any(|(_, vars)| vars.len() > 1),
        _ => told
            .iter()
            .any(|one| one.contains(',') || one.contains(" or ")),
    };
    let last = if is_long { ", and " } else { " and " };
    format!("with {}", list_of(&told, last))
}

/// What is known of some cells: `no 7 or 9 in R4C8`, `2 in R1C2`, `R1C1 at least 4`.
fn known(puzzle: &Puzzle, is: &str, vars: &[u16]) -> String {
    let names: Vec<String> = vars.iter().map(|&var| name(puzzle, var)).collect();
    let all = list_of(&names, " and ");
    let is_cell = |&var: &u16| usize::from(var) < puzzle.layout.cell_count();
    match is.strip_prefix("not ") {
        _ if !vars.iter().all(is_cell) => format!("{all} being {is}"),
        Some(digits) => format!("no {digits} in {}", list_of(&names, " or ")),
        None if is.starts_with(|c: char| c.is_lowercase()) => format!("{all} {is}"),
        None if is.contains(" to ") => format!("{all} from {is}"),
        None => format!("{is} in {all}"),
    }
}

pub(super) fn vars(cells: Cells) -> Vec<u16> {
    cells.iter().collect()
}

/// All that a step takes away somewhere.
fn lost(step: &Step) -> DigitSet {
    let lost = step.removed.iter().map(|(_, lost)| *lost);
    lost.fold(DigitSet::EMPTY, |all, lost| all | lost)
}

/// What a variable may be where nothing is known of it.
fn domain(puzzle: &Puzzle, var: u16) -> Option<DigitSet> {
    let inside = usize::from(var) < puzzle.layout.cell_count();
    inside.then(|| puzzle.layout.digits())
}

/// Cells that are told by name at most.
const MOST_NAMED: usize = 12;

/// `R1C1` or `R1C1, R1C2 and R1C3`.
pub(super) fn subject(puzzle: &Puzzle, vars: &[u16]) -> String {
    if vars.len() > MOST_NAMED {
        return format!("{} cells", vars.len());
    }
    let names: Vec<String> = vars.iter().map(|&var| name(puzzle, var)).collect();
    list_of(&names, " and ")
}

/// What is left and what is lost in the shortest way that people say it: ` is 8 or 9`, ` is at most 5`, ` is not 5`;
/// with `are` for several cells by [`plural`].
pub(super) fn is_within(left: DigitSet, lost: DigitSet) -> String {
    let all = |set: DigitSet, test: &dyn Fn(u8) -> bool| set.iter().all(test);
    let (Some(low), Some(high)) = (left.min(), left.max()) else {
        return " has no digit left".to_owned();
    };
    if left.len() == 1 {
        return format!(" is {}", digit_char(low));
    }
    if lost.len() == 1 && left.len() > 4 {
        return format!(" is not {}", list(lost.iter(), "or"));
    }
    let is_end = all(lost, &|digit| digit < low) || all(lost, &|digit| digit > high);
    if left.len() == 2 && (lost.len() > 1 || is_end) {
        return format!(" is {}", list(left.iter(), "or"));
    }
    if all(lost, &|digit| digit > high) {
        return format!(" is at most {}", digit_char(high));
    }
    if all(lost, &|digit| digit < low) {
        return format!(" is at least {}", digit_char(low));
    }
    if lost.len() == 1 || lost.len() == 2 && left.len() > 3 {
        return format!(" is not {}", list(lost.iter(), "or"));
    }
    if all(lost, &|digit| digit < low || digit > high) {
        return format!(" is {} to {}", digit_char(low), digit_char(high));
    }
    for (parity, word) in [(0, "even"), (1, "odd")] {
        if all(left, &|digit| digit % 2 == parity) && all(lost, &|digit| digit % 2 != parity) {
            return format!(" is {word}");
        }
    }
    match left.len() <= lost.len().max(3) {
        true => format!(" is {}", list(left.iter(), "or")),
        false => format!(" is not {}", list(lost.iter(), "or")),
    }
}

/// The same of several cells.
fn plural(is: &str) -> String {
    let is = is.replacen(" is ", " are ", 1);
    is.replacen(" has ", " have ", 1)
}

/// `1, 2 and 5`.
pub(super) fn list(digits: impl Iterator<Item = u8>, last: &str) -> String {
    let digits: Vec<String> = digits.map(|d| digit_char(d).to_string()).collect();
    list_of(&digits, &format!(" {last} "))
}

/// Words with commas, and something else before the last.
pub(super) fn list_of(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{}{last}{end}", first.join(", ")),
    }
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

/// Digits as one class of several: `odd and even digits`.
fn classes(puzzle: &Puzzle, class: DigitSet) -> String {
    let all = puzzle.layout.digits();
    let others = all.without(class);
    let is_odd = |digit: u8| digit % 2 == 1;
    let parity = |set: DigitSet, odd: bool| set.iter().all(|digit| is_odd(digit) == odd);
    let is_half = 2 * class.len() + 1 >= all.len();
    let is_low = class.iter().max() < others.iter().min();
    let is_high = class.iter().min() > others.iter().max();
    if parity(class, true) && parity(others, false) || parity(class, false) && parity(others, true)
    {
        "odd and even digits".to_owned()
    } else if is_half && (is_low || is_high) {
        let low = if is_low { class } else { others };
        match (low.min(), low.max()) {
            (Some(least), Some(most)) => {
                format!(
                    "low ({} to {}) and high digits",
                    digit_char(least),
                    digit_char(most)
                )
            }
            _ => "low and high digits".to_owned(),
        }
    } else if let Some(digit) = class.single() {
        format!("the digit {}", digit_char(digit))
    } else {
        format!("the digits {}", list(class.iter(), "and"))
    }
}

/// Cells that lose something in words at most where a search says so: of more only the number is told.
const MOST_LOSERS: usize = 9;

/// Cells that lose digits one by one at most where these go nowhere else in a house.
const MOST_OTHERS: usize = 3;

/// The houses in which a pattern holds its digits: what a fish covers, or those around its cells.
fn held(ground: &Ground<'_>, step: &Step) -> Vec<Cite> {
    let cites = &step.reason.cites;
    match step.technique().phrase.contains("{covers}") {
        true => cites[cites.len() / 2..].to_vec(),
        false => around(ground, step.pattern),
    }
}

/// The houses around some cells.
pub(super) fn around(ground: &Ground<'_>, cells: Cells) -> Vec<Cite> {
    let houses = ground.houses.iter();
    let around = houses.filter(|house| !cells.is_empty() && house.cells & cells == cells);
    around.map(|house| house.cite).collect()
}

/// What follows where some cells hold what a step takes from many others of some houses: `5 goes nowhere else in row 1`.
pub(super) fn elsewhere(
    ground: &Ground<'_>,
    step: &Step,
    cells: Cells,
    houses: &[Cite],
) -> Option<String> {
    let others: Cells = step.removed.iter().map(|(var, _)| *var).collect();
    let houses = ground
        .houses
        .iter()
        .filter(|house| houses.contains(&house.cite) && !(house.cells & others).is_empty());
    let (cites, inside): (Vec<Cite>, Vec<Cells>) =
        houses.map(|house| (house.cite, house.cells)).unzip();
    let inside = inside
        .into_iter()
        .fold(Cells::EMPTY, |all, house| all | house);
    let is_other = |cell| inside.contains(cell) && !cells.contains(cell);
    if others.len() <= MOST_OTHERS || !others.iter().all(is_other) {
        return None;
    }
    let lost = lost(step);
    let goes = if lost.len() == 1 { "goes" } else { "go" };
    let place = cites_text(ground, &cites);
    Some(format!(
        "{} {goes} nowhere else {}",
        list(lost.iter(), "and"),
        located(&place)
    ))
}

/// What follows for the cells of a clue, and for others that lose what it holds.
pub(super) fn inside_and_out(
    ground: &Ground<'_>,
    step: &Step,
    cells: Cells,
    room: usize,
) -> String {
    let part = |is_inside: bool| {
        let losses = step.removed.iter().copied().zip(step.left.iter().copied());
        let (removed, left) = losses
            .filter(|((var, _), _)| cells.contains(*var) == is_inside)
            .unzip();
        Step {
            removed,
            left,
            ..step.clone()
        }
    };
    if step.left.len() != step.removed.len() {
        return conclusion_in(ground.puzzle, step, room);
    }
    let [inside, mut outside] = [true, false].map(part);
    if let Some(gone) = elsewhere(ground, &outside, cells, &around(ground, cells)) {
        let inside = conclusion_in(ground.puzzle, &inside, room);
        return match inside.is_empty() {
            true => gone,
            false => format!("{inside}, and {gone}"),
        };
    }
    // What others lose is what the clue holds; what is left to them has other reasons. So that is not known here.
    if outside.left.iter().all(|left| left.len() > 1) {
        outside.left.clear();
    }
    let all = Step {
        removed: [inside.removed, outside.removed].concat(),
        left: [inside.left, outside.left].concat(),
        ..step.clone()
    };
    conclusion_in(ground.puzzle, &all, room)
}

/// The digits that a pattern keeps from other cells, where that is all that these lose: they are told as lost, even
/// where little is left.
pub(super) fn confined(step: &Step) -> Option<DigitSet> {
    let technique = step.technique();
    let is_of_digits = technique.phrase.contains("{digits}") || technique.phrase.contains("{set}");
    let lost = lost(step);
    let is_all = step.left.len() == step.removed.len()
        && step.left.iter().all(|left| (*left & lost).is_empty());
    let is_own = is_of_digits && lost.without(step.digits).is_empty();
    (is_all && is_own).then_some(lost)
}

/// What each variable loses in a step, and what is left to it if that is known.
pub(super) fn losses(step: &Step) -> Vec<(u16, DigitSet, Option<DigitSet>)> {
    let mut all: Vec<(u16, DigitSet, Option<DigitSet>)> = vec![];
    for (place, &(var, lost)) in step.removed.iter().enumerate() {
        let left = step.left.get(place).copied();
        match all.iter_mut().find(|(known, ..)| *known == var) {
            Some((_, own, rest)) => {
                *own = *own | lost;
                *rest = rest.zip(left).map(|(a, b)| a & b);
            }
            None => all.push((var, lost, left)),
        }
    }
    all
}

/// `R3C4 = 5`, or `R1C2 and R1C3 are 8 or 9`.
pub(super) fn conclusion(puzzle: &Puzzle, step: &Step) -> String {
    conclusion_in(puzzle, step, usize::MAX)
}

/// What follows from a step, naming no more cells than there is room for.
pub(super) fn conclusion_in(puzzle: &Puzzle, step: &Step, room: usize) -> String {
    let losers = step.removed.len();
    if losers > MOST_LOSERS && step.technique().is_search() {
        return format!("{losers} cells lose candidates");
    }
    let placed = step
        .placed
        .map(|(cell, digit)| format!("{} = {}", name(puzzle, cell), digit_char(digit)));
    let confined = confined(step);
    let mut groups: Vec<(String, Vec<u16>)> = vec![];
    for (var, lost, left) in losses(step) {
        let is = match (confined, left) {
            (Some(digits), _) => format!(" is not {}", list(digits.iter(), "or")),
            (None, Some(left)) => is_within(left, lost),
            (None, None) => format!(" is not {}", list(lost.iter(), "or")),
        };
        match groups.iter_mut().find(|(known, _)| *known == is) {
            Some((_, vars)) => vars.push(var),
            None => groups.push((is, vec![var])),
        }
    }
    let mut named = 0;
    let mut unnamed: Vec<(&str, usize)> = vec![];
    let mut all: Vec<String> = placed.into_iter().collect();
    for (is, vars) in &groups {
        if named + vars.len() > room {
            unnamed.push((is, vars.len()));
            continue;
        }
        named += vars.len();
        all.push(match vars.len() {
            1 => subject(puzzle, vars) + is,
            _ => subject(puzzle, vars) + &plural(is),
        });
    }
    let more = if all.is_empty() { "" } else { " more" };
    match unnamed[..] {
        [] => {}
        [(is, 1)] => all.push(format!("one{more} cell{is}")),
        [(is, count)] => all.push(format!("{}{more} cells{}", number(count), plural(is))),
        _ => {
            let count = unnamed.iter().map(|(_, count)| count).sum();
            all.push(format!("{}{more} cells lose candidates", number(count)));
        }
    }
    list_of(
        &all,
        match all.len() {
            2 if groups.iter().any(|(_, vars)| vars.len() > 1) => ", and ",
            2 => " and ",
            _ => ", and ",
        },
    )
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

pub(super) fn name(puzzle: &Puzzle, var: u16) -> String {
    puzzle.cell_name(Cell(var))
}

/// Names of cells: `R1C1, R1C2`.
#[must_use]
pub fn cells_text(puzzle: &Puzzle, cells: Cells) -> String {
    let names: Vec<String> = cells.iter().map(|cell| name(puzzle, cell)).collect();
    names.join(", ")
}

/// A clue or a house as an object, named as steps name it.
#[must_use]
pub fn cite(book: &Book, puzzle: &Puzzle, by: Cite) -> Named {
    Named {
        name: cite_name(book, puzzle, by),
        ..named(book, puzzle, by)
    }
}

/// `row 3`, `the 27 cage at R1C3`.
#[must_use]
pub fn cite_name(book: &Book, puzzle: &Puzzle, cite: Cite) -> String {
    match cite {
        Cite::House(number) => puzzle.layout.house(number.into()).to_string(),
        Cite::Given(_) | Cite::Clue(_) => named(book, puzzle, cite).name,
    }
}

/// The candidates before a step: the pattern in bold, candidates that go in red.
#[must_use]
pub fn step_grid(puzzle: &Puzzle, board: &Board, step: &Step) -> String {
    let looks = (0..puzzle.layout.cell_count() as u16).map(|cell| {
        let lost = step.removed.iter().find(|(var, _)| *var == cell);
        let target = lost.is_some() || step.placed.is_some_and(|(c, _)| c == cell);
        let style = match (target, step.pattern.contains(cell)) {
            (true, _) => Style::new().fg_color(Some(AnsiColor::Red.into())),
            (_, true) => Style::new().bold(),
            _ => Style::new(),
        };
        let text: String = board.at(cell).iter().map(digit_char).collect();
        Look {
            text,
            marked: target,
            style,
        }
    });
    Grid::new(&puzzle.layout, looks.collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::TECHNIQUES;
    use crate::puzzle::Layout;

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
            let mut told = agreeing(technique.phrase, false, true);
            for known in [
                "conclusion",
                "elsewhere",
                "refuted",
                "filled",
                "along",
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

    #[test]
    fn a_digit_that_a_pattern_keeps_is_told_as_lost() {
        let nine = Puzzle::new(Layout::square(9));
        let pointing = TECHNIQUES.iter().position(|one| one.name == "pointing");
        let mut step = Step::remove(5, Cells::one(0));
        step.left = vec![DigitSet::range(1, 4)];
        assert_eq!(conclusion(&nine, &step), "R1C1 is at most 4");
        step.technique = pointing.map_or(0, |place| place as u16);
        step = step.about(DigitSet::one(5));
        assert_eq!(conclusion(&nine, &step), "R1C1 is not 5");
    }

    #[test]
    fn what_is_known_of_cells_reads_like_speech() {
        let nine = Puzzle::new(Layout::square(9));
        let told = |facts: &[(u16, DigitSet)]| {
            let mut step = Step::remove(1, Cells::one(80));
            step.reason.facts = facts.to_vec();
            given(&nine, &step)
        };
        let not = |digit: u8| DigitSet::range(1, 9).without(DigitSet::one(digit));
        let (five, low) = (DigitSet::one(5), DigitSet::range(1, 4));
        assert_eq!(
            told(&[(0, not(8)), (1, not(8))]),
            "with no 8 in R1C1 or R1C2"
        );
        assert_eq!(
            told(&[(0, five), (1, low)]),
            "with 5 in R1C1 and R1C2 at most 4"
        );
        assert_eq!(
            told(&[(0, not(8)), (1, DigitSet::range(7, 9))]),
            "with no 8 in R1C1 and R1C2 at least 7"
        );
        assert_eq!(
            told(&[(0, not(8)), (1, not(8)), (2, five)]),
            "with 5 in R1C3, and no 8 in R1C1 or R1C2"
        );
    }

    #[test]
    fn a_cell_that_loses_twice_is_told_once() {
        let nine = Puzzle::new(Layout::square(9));
        let mut step = Step::remove(1, Cells::one(0));
        step.removed.push((0, DigitSet::one(2)));
        assert_eq!(conclusion(&nine, &step), "R1C1 is not 1 or 2");
    }

    #[test]
    fn classes_have_the_names_that_people_give_them() {
        let nine = Puzzle::new(Layout::square(9));
        let told = |digits: &[u8]| {
            let set = digits
                .iter()
                .fold(DigitSet::EMPTY, |all, &d| all | DigitSet::one(d));
            classes(&nine, set)
        };
        assert_eq!(told(&[2, 4, 6, 8]), "odd and even digits");
        assert_eq!(told(&[6, 7, 8, 9]), "low (1 to 5) and high digits");
        assert_eq!(told(&[1, 2, 3, 4]), "low (1 to 4) and high digits");
        assert_eq!(told(&[1, 4, 7]), "the digits 1, 4 and 7");
        assert_eq!(told(&[5]), "the digit 5");
        assert_eq!(told(&[4, 5, 6]), "the digits 4, 5 and 6");
    }

    #[test]
    fn clues_of_a_kind_are_named_together() {
        let labels =
            |all: &[&str]| -> Vec<String> { all.iter().map(|&one| one.to_owned()).collect() };
        let arrows = labels(&["the arrow from R1C6", "the arrow from R6C5"]);
        assert_eq!(
            alike(&arrows).as_deref(),
            Some("the arrows from R1C6 and R6C5")
        );
        let cages = labels(&["the 17 cage at R1C6", "the 9 cage at R6C5"]);
        assert_eq!(alike(&cages), None);
        let dots = labels(&[
            "the white dot between R1C1 and R1C2",
            "the white dot between R1C3 and R1C2",
        ]);
        assert_eq!(
            alike(&dots).as_deref(),
            Some("the white dots R1C1-R1C2 and R1C3-R1C2")
        );
        let towers = labels(&[
            "the 2 skyscraper left of row 3",
            "the 2 skyscraper left of row 5",
        ]);
        assert_eq!(
            alike(&towers).as_deref(),
            Some("the 2 skyscrapers left of rows 3 and 5")
        );
        let sides = labels(&[
            "the 2 skyscraper left of row 3",
            "the 2 skyscraper above column 5",
        ]);
        assert_eq!(alike(&sides), None);
        assert_eq!(kind_of("the 17 cage at R1C6"), "cage");
        assert_eq!(
            kind_of("the between line from R1C1 to R2C2"),
            "between line"
        );
        assert_eq!(kind_of("the quadruple 3, 4, 5 at R3C3"), "quadruple");
        assert_eq!(plural_of(&kind_of("the X between R1C1 and R1C2")), "Xs");
    }
}
