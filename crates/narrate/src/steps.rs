//! Composes the sentences of steps, and draws the grids on which the steps were found.

use super::argued::read;
use super::conclusions::{
    Is, conclusion, confinement, elsewhere, facts_text, has_facts, loss, word_excluded,
};
use super::grid::{Grid, Look};
use super::likewise::{Repeat, repeat_case};
use super::names::{
    Brief, MOST_CITED, MOST_NAMED, around, capitalise, cells_named, cite_by_place, cite_span,
    cite_spans, classes, clues_and_houses, digit_name, either, has_several_houses, head_span,
    house_cells, house_spans, is_plural, kinds, list, list_of, locate, name, number, only_clue,
    plural_of, subject, vars,
};
use super::paint::Paint;
use super::spans::{Span, SpanKind, is_mark, mark, spans, strip_marks};
use super::wording::{Phrases, Value, fill};
use cluewright_engine::model::Cite;
use cluewright_logic::{
    Argument, Basis, Board, Break, Cells, Fall, Ground, House, Proof, Reads, Sentence, Split,
    SplitCase, Step, Sum, Tally, Way,
};
use cluewright_puzzle::{Clue, DigitSet, Puzzle, digit_char};

/// Returns the name of a step's technique for use in prose, such as `hidden single (box)` for `hidden-single-box`.
#[must_use]
pub fn technique(step: &Step) -> String {
    words_of(step.technique().name)
}

/// Returns the name of a technique or pattern with spaces instead of hyphens.
pub(super) fn words_of(name: &str) -> String {
    name.replace('-', " ")
}

/// Formats a rating, given in tenths, with one decimal: `3.4`.
#[must_use]
pub fn rating(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns a short description of a step: `1.2 hidden single box: R3C4 = 5`.
#[must_use]
pub fn step_short(puzzle: &Puzzle, step: &Step) -> String {
    let conclusion = strip_marks(&conclusion(puzzle, step));
    format!("{} {}: {conclusion}", rating(step.rating), technique(step))
}

/// Returns the full sentence for a step, with its reason.
#[must_use]
pub fn step_full(ground: &Ground<'_>, step: &Step) -> String {
    step_spans(ground, step).0
}

/// Returns the full sentence for a step, with its reason and the spans of the names in it.
#[must_use]
pub fn step_spans(ground: &Ground<'_>, step: &Step) -> (String, Vec<Span>) {
    let name = format!("{} {}", rating(step.rating), technique(step));
    let told = tell(ground, &step.clone().argued(ground), WHOLE);
    spans(&format!("{name}: {}.", capitalise(&told)))
}

/// The level of detail of a step's sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// `true` to state only the conclusion and the citations, without facts.
    pub brief: bool,
    /// Maximum number of pattern cells to name. If there are more, only their number is given.
    pub pattern: usize,
}

/// The highest level of detail.
pub(super) const WHOLE: Detail = Detail {
    brief: false,
    pattern: usize::MAX,
};

/// Returns the sentence for a step: its conclusion and its reason.
pub(super) fn tell(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let Some(argument) = step.sentence().argument() else {
        return word_pattern_step(ground, step, detail);
    };
    if let Some(pairs) = pair_by_pair(ground, step).filter(|_| !detail.brief) {
        return pairs.join("; ");
    }
    let (_, houses) = clues_and_houses(step);
    let clues = Argument::told_by(ground, step);
    let is_of_one = step.technique().reads == Reads::Clue && !clues.is_empty();
    // Without an argument, the citations are the whole explanation, so the houses are named as well.
    let by = match argument {
        Argument::Plain if !is_of_one => cite_spans(ground, &step.reason.cites),
        _ => cite_spans(ground, &clues),
    };
    let place = cite_spans(ground, &houses);
    let whole = read(ground, step, argument, &by, &place, detail);
    let [clue] = clues[..] else { return whole };
    // A clue's short name is clear only if the sentence names its cells, so the sentence is composed with the short name
    // and then checked.
    let brief = Brief::of(ground, clue).filter(|_| is_of_one);
    let told = brief.map(|brief| {
        let told = read(ground, step, argument, &brief.name, &place, detail);
        brief.fits_text(ground.puzzle, &told).then_some(told)
    });
    told.flatten().unwrap_or(whole)
}

/// Returns one sentence for each pair of equal cells. Returns `None` if the argument is not about equal cells, or if one
/// sentence has room for all facts.
pub(super) fn pair_by_pair(ground: &Ground<'_>, step: &Step) -> Option<Vec<String>> {
    let Some(Argument::Same(pairs)) = step.sentence().argument() else {
        return None;
    };
    // `facts_text` is empty if one sentence would have too many facts.
    let is_untold = has_facts(step) && facts_text(ground.puzzle, step).is_empty();
    (pairs.len() > 1 && is_untold).then(|| {
        let parts = pairs.iter().filter_map(|pair| {
            let mut part = step
                .clone()
                .arguing(Sentence::Clues(Argument::Same(vec![*pair])));
            let losses = step.removed.iter().zip(&step.left);
            let losses = losses.filter(|((var, _), _)| pair.contains(var));
            (part.removed, part.left) = losses.unzip();
            part.reason.facts.retain(|(var, _)| pair.contains(var));
            (!part.removed.is_empty()).then(|| tell(ground, &part, WHOLE))
        });
        parts.collect()
    })
}

/// Composes the sentence of a step without an argument from clues.
fn word_pattern_step(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let (puzzle, sentence) = (ground.puzzle, step.sentence());
    let names = |cells: Cells| cells.iter().map(|cell| name(puzzle, cell)).collect();
    let house = |index: u16| &ground.houses[usize::from(index)];
    let name_house = |index: u16| name_houses(ground, &[house(index).cite]);
    let lost = loss(step);
    let value = |wanted: &str| -> Value {
        match (wanted, sentence) {
            ("conclusion", _) => conclusion(puzzle, step).into(),
            ("elsewhere", _) => confinement(step)
                .and_then(|_| {
                    elsewhere(
                        ground,
                        step,
                        step.pattern,
                        &find_holding_houses(ground, step),
                    )
                })
                .unwrap_or_else(|| conclusion(puzzle, step))
                .into(),
            ("where", Sentence::LastCell | Sentence::OnlyPlace | Sentence::NakedSet) => {
                name_houses(ground, &step.reason.cites)
            }
            ("where", _) => name_citations(ground, &step.reason.cites),
            ("cells", _) => match step.pattern.len() > detail.pattern {
                true => format!("{} cells", number(step.pattern.len())).into(),
                false => names(step.pattern),
            },
            ("within", Sentence::Confined(own)) => {
                word_shared_house(ground, step, house(*own).cite).into()
            }
            ("losers", _) => step
                .removed
                .iter()
                .map(|(var, _)| name(puzzle, *var))
                .collect(),
            ("digits", _) => step.digits.into(),
            ("cell", _) => step
                .placed
                .map(|(cell, _)| name(puzzle, cell))
                .into_iter()
                .collect(),
            ("digit", _) => step
                .placed
                .map_or(DigitSet::EMPTY, |(_, d)| DigitSet::one(d))
                .into(),
            ("last", Sentence::ConfinedLeaving(_, own))
            | (
                "house",
                Sentence::Confined(own)
                | Sentence::ConfinedLeaving(own, _)
                | Sentence::Seen(own)
                | Sentence::LinkedPair(own),
            ) => name_house(*own),
            ("bases", Sentence::Fish([bases, _])) => name_citations(ground, bases),
            ("covers", Sentence::Fish([_, covers])) => name_citations(ground, covers),
            ("links", Sentence::StrongLinks(houses)) => links(ground, step, houses, detail).into(),
            ("ends", Sentence::LinkedPair(own)) => names(step.pattern - house(*own).cells),
            ("link", Sentence::LinkedPair(own)) => names(step.pattern & house(*own).cells),
            ("joined", _) => step.digits.without(lost).into(),
            ("freed", _) => lost.into(),
            ("refuted", Sentence::Refutation(broken)) => {
                word_refutation(ground, step, broken, detail).into()
            }
            ("proven", Sentence::Proven(proofs)) => {
                word_proofs(ground, step, proofs, detail).into()
            }
            ("filled", _) => word_filled_houses(ground, step, detail).into(),
            ("along", _) => along(ground, step).into(),
            ("throughout", _) => throughout(ground, step).into(),
            ("counted", _) => word_counts(ground, step).into(),
            ("balanced", Sentence::Balance(sides)) => {
                word_balance(ground, step, sides, detail).into()
            }
            ("chain", _) if !step.chain.is_empty() && !detail.brief => {
                format!(" [{}]", chain(puzzle, step)).into()
            }
            _ => String::new().into(),
        }
    };
    fill(Phrases::builtin().of(sentence.kind()), &value)
}

/// Names the cells in which a house holds the digits: `in R1C1 or R1C2`. If there are more than two, and another house
/// contains these cells and all cells that lose the digits, names that house instead: `in row 1`.
fn word_shared_house(ground: &Ground<'_>, step: &Step, house: Cite) -> String {
    let losers: Cells = step.removed.iter().map(|(var, _)| *var).collect();
    let around = around(ground, step.pattern | losers);
    // The phrase names `house` itself, so only another house adds information.
    let shared = around.into_iter().find(|other| *other != house);
    match shared.filter(|_| step.pattern.len() > 2) {
        Some(shared) => locate(&cite_spans(ground, &[shared])),
        None => format!("in {}", either(ground.puzzle, step.pattern)),
    }
}

/// Names citations as the subject of a verb. The count of the value decides whether the verb is singular or plural.
fn name_citations(ground: &Ground<'_>, cites: &[Cite]) -> Value {
    let count = if is_one(ground, cites) { 1 } else { 2 };
    Value::with_count(cite_spans(ground, cites), count)
}

/// Names houses as the subject of a verb.
fn name_houses(ground: &Ground<'_>, cites: &[Cite]) -> Value {
    // The subject `one of the windows` is singular, although the name of the clue is a plural.
    let is_one =
        matches!(cites, &[one] if has_several_houses(ground, one)) || is_one(ground, cites);
    Value::with_count(house_spans(ground, cites), if is_one { 1 } else { 2 })
}

/// Maximum number of cells to name on both sides of a set equivalence together. If there are more, only the houses are
/// named.
const MOST_BALANCED: usize = 9;

/// Names the two sides of a set equivalence, and the other houses that are used: `R1C4 and R1C5 hold the same digits as R2C1
/// and R3C1 (row 1 against box 1), so by column 4,`.
fn word_balance(ground: &Ground<'_>, step: &Step, sides: &[Vec<u16>; 2], detail: Detail) -> String {
    let houses = |side: &[u16]| -> (Vec<Cite>, Cells) {
        let houses = side
            .iter()
            .map(|&number| &ground.houses[usize::from(number)]);
        let cells = houses
            .clone()
            .fold(Cells::EMPTY, |all, house| all | house.cells);
        (houses.map(|house| house.cite).collect(), cells)
    };
    let [(one, of_one), (other, of_other)] = [&sides[0], &sides[1]].map(|side| houses(side));
    let [this, that] = [&sides[0], &sides[1]].map(|side| name_side(ground, side));
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
        false => format!("{told}, so by {}", cite_spans(ground, &more)) + ",",
    }
}

/// Names the houses of one side of a set equivalence. Of a clue with several houses, the first cell of the one that is meant
/// is named too: `the windows with R2C2`.
fn name_side(ground: &Ground<'_>, side: &[u16]) -> String {
    let houses = side.iter().map(|&index| &ground.houses[usize::from(index)]);
    let (several, single): (Vec<&House>, Vec<&House>) =
        houses.partition(|house| has_several_houses(ground, house.cite));
    let cites: Vec<Cite> = single.iter().map(|house| house.cite).collect();
    let single = (!cites.is_empty()).then(|| cite_spans(ground, &cites));
    let several = several.iter().map(|house| {
        let first = name(ground.puzzle, house.cells.first());
        format!("{} with {first}", cite_spans(ground, &[house.cite]))
    });
    list_of(
        &single.into_iter().chain(several).collect::<Vec<_>>(),
        " and ",
    )
}

/// Explains how an assumption fails: `R2C5 cannot be 4: R1C5 and R2C4 would be 9, which box 2 rules out`.
fn word_refutation(ground: &Ground<'_>, step: &Step, broken: &Break, detail: Detail) -> String {
    let puzzle = ground.puzzle;
    let Some((cell, digit)) = step.assumed() else {
        let conclusion = conclusion(puzzle, step);
        let place = cite_spans(ground, &step.shown_in());
        return format!("{conclusion}: nothing else fits {place}");
    };
    let assumed = format!("{} cannot be {}", name(puzzle, cell), digit_name(digit));
    // The first link is the assumption, which the sentence has already named.
    let follows = &step.chain[1..];
    // The text lists placements, so it cannot express exclusions or a chain with several branches.
    let is_told = follows.iter().all(|link| link.on && !link.starts) && !follows.is_empty();
    if !is_told || detail.brief || follows.len() > MOST_FOLLOWING {
        let (clues, _) = clues_and_houses(step);
        return match clues.len() > MOST_CITED && !broken.is_known {
            true => {
                let count = number(clues.len());
                format!("{assumed}: followed through {count} clues, that ends in a contradiction")
            }
            false if follows.is_empty() => {
                format!("{assumed}: {}", clashing(ground, step, broken, false))
            }
            false => {
                let clash = clashing(ground, step, broken, false);
                let clash = clash.trim_start_matches("then ");
                format!("{assumed}: followed through, {clash}")
            }
        };
    }
    let mut groups: Vec<(u8, Vec<u16>)> = vec![];
    for link in follows {
        // Only neighbours in the chain are joined, so that the consequences stay in order.
        match groups.last_mut() {
            Some((digit, cells)) if *digit == link.digit => cells.push(link.cell),
            _ => groups.push((link.digit, vec![link.cell])),
        }
    }
    let told = groups.iter().enumerate().map(|(at, (digit, cells))| {
        let is = match (at, cells.len()) {
            (0, 1) => "is ",
            (0, _) => "are ",
            _ => "",
        };
        format!("{} {is}{}", subject(puzzle, cells), digit_name(*digit))
    });
    let told = list_of(&told.collect::<Vec<_>>(), " and ");
    format!(
        "{assumed}: then {told}, {}",
        clashing(ground, step, broken, true)
    )
}

/// Divides a step with several proofs into steps with one sentence each, so that no sentence names too many cells.
pub(super) fn proof_by_proof(ground: &Ground<'_>, step: &Step) -> Vec<Step> {
    let Sentence::Proven(proofs) = step.sentence() else {
        return vec![step.clone()];
    };
    let of = |proofs: &[Proof]| {
        let losses = step.removed.iter().zip(&step.left);
        let is_own = |var: u16| proofs.iter().any(|proof| proof.removed.0 == var);
        let (removed, left) = losses.filter(|((var, _), _)| is_own(*var)).unzip();
        Step {
            removed,
            left,
            ..step.clone().arguing(Sentence::Proven(proofs.to_vec()))
        }
    };
    let mut parts: Vec<Vec<Proof>> = vec![];
    for proof in proofs {
        let longer = parts
            .last()
            .map(|last| [last, &[proof.clone()][..]].concat());
        let longer = longer.filter(|longer| {
            let text = word_proofs(ground, &of(longer), longer, WHOLE);
            cells_named(&text) <= MOST_NAMED
        });
        match (longer, parts.last_mut()) {
            (Some(longer), Some(last)) => *last = longer,
            _ => parts.push(vec![proof.clone()]),
        }
    }
    parts.iter().map(|part| of(part)).collect()
}

/// Composes the sentence for the proofs of a step, one inference after another: `R4C1 cannot be 7: R5C1 would be 1 by the
/// cage at R4C1, which would leave row 5 without a 2`.
fn word_proofs(ground: &Ground<'_>, step: &Step, proofs: &[Proof], detail: Detail) -> String {
    let own = |proof: &Proof| find_own_source(ground, proof);
    let is_tally = |proof: &Proof| matches!(proof.by, Way::Tally(_));
    let lines = proofs.chunk_by(|a, b| {
        let is_said_at_once = own(a).is_some() && own(a) == own(b);
        let is_seen_from_one = house_in_sight(ground, a).is_some()
            && house_in_sight(ground, a) == house_in_sight(ground, b)
            && a.removed.0 == b.removed.0;
        is_said_at_once
            || is_seen_from_one
            || is_tally(a) && a.by == b.by
            || own(a) == own(b) && are_alike(a, b)
    });
    let word = |alike: &[Proof]| match (own(&alike[0]), &alike[0].by) {
        (Some(cite), _) => {
            let by = cite_span(ground, cite);
            let conclusions = of_proofs(step, alike);
            let conclusion = conclusion(ground.puzzle, &conclusions);
            format!("by {by}, {conclusion}")
        }
        (None, Way::Tally(tally)) => word_tally(ground, &of_proofs(step, alike), tally),
        (None, Way::Line { .. }) if house_in_sight(ground, &alike[0]).is_some() => {
            let house = house_in_sight(ground, &alike[0]);
            let digits = alike.iter().flat_map(|proof| proof.removed.1.iter());
            let digits: DigitSet = digits.collect();
            format!(
                "{} sees every {} in {}",
                name(ground.puzzle, alike[0].removed.0),
                list(digits.iter(), "and"),
                cite_spans(ground, house.as_slice())
            )
        }
        (None, Way::Line { fall, missing }) => {
            let known: Vec<(u16, DigitSet)> = alike.iter().map(|proof| proof.removed).collect();
            let falling = match (alike.len(), fall.links.is_empty()) {
                (2.., true) => {
                    let broken = name_broken(ground, &fall.breaks, &[], detail);
                    format!("each would break {broken}")
                }
                _ => falling(ground, &known[..1], fall, *missing, detail),
            };
            format!("{}: {falling}", word_excluded(ground, &known))
        }
        (None, Way::Cases(split)) => {
            let known: Vec<(u16, DigitSet)> = alike.iter().map(|proof| proof.removed).collect();
            let cases = word_split(ground, known[0], split, detail).join("; ");
            format!("{}: {cases}", word_excluded(ground, &known))
        }
    };
    // Proofs are compared with the last proof that is stated in full, because that is the proof that a reader can replay.
    let mut earlier: &[Proof] = &[];
    let told = lines.map(|alike| {
        let repeat = Repeat::of(ground, earlier, alike);
        repeat.map_or_else(
            || {
                earlier = alike;
                word(alike)
            },
            |repeat| repeat.text(ground),
        )
    });
    told.collect::<Vec<_>>().join("; then ")
}

/// Returns the clue or house that proves a conclusion about one of its own cells by itself.
pub(super) fn find_own_source(ground: &Ground<'_>, proof: &Proof) -> Option<Cite> {
    let is_of = |cite: &Cite| cells_of(ground, *cite).contains(proof.removed.0);
    proof.direct().filter(is_of)
}

/// Returns `true` if the assumptions of two proofs fail in the same way, so that they share a sentence.
pub(super) fn are_alike(a: &Proof, b: &Proof) -> bool {
    a.by == b.by && digits_in_common(a).is_some_and(|digits| digits_in_common(b) == Some(digits))
}

/// Returns the digits that another proof must assume to share a sentence with this proof. If a house fails, these are the
/// digits of this proof's assumption, because the house may contain one of them twice. Otherwise the set is empty, which
/// allows any digits. Returns `None` if the proof cannot share its sentence.
pub(super) fn digits_in_common(proof: &Proof) -> Option<DigitSet> {
    let breaks: Vec<&Basis> = match &proof.by {
        Way::Line { fall, .. } if fall.links.is_empty() && is_of_houses(&fall.breaks) => {
            return None;
        }
        Way::Line { fall, .. } => vec![&fall.breaks],
        Way::Cases(split) => split.cases.iter().map(|case| &case.fall.breaks).collect(),
        _ => return None,
    };
    Some(match breaks.iter().any(|basis| is_of_houses(basis)) {
        true => proof.removed.1,
        false => DigitSet::EMPTY,
    })
}

/// Returns the house in which a digit would have no place left, if the proof's cell sees all places of that digit.
fn house_in_sight(ground: &Ground<'_>, proof: &Proof) -> Option<Cite> {
    let Way::Line { fall, missing } = &proof.by else {
        return None;
    };
    let house = fall.breaks.one()?;
    let cells = house_cells(ground, house)?;
    let (cell, digits) = proof.removed;
    let is_seen = fall.links.is_empty() && digits.single().is_some() && digits.single() == *missing;
    (is_seen && !cells.contains(cell)).then_some(house)
}

/// Returns `true` if houses are part of the basis of an inference.
fn is_of_houses(basis: &Basis) -> bool {
    match basis {
        Basis::One(cite) => matches!(cite, Cite::House(_)),
        Basis::Sum(_) => true,
        Basis::Path(_) => false,
    }
}

/// Describes the cases of an assumption: `then R4C2 is 2 or 3 (box 4)`, `with 2 there, R4C3 is 9 (row 4), which breaks the
/// arrow` and `3 there breaks the cage`.
fn word_split(
    ground: &Ground<'_>,
    removed: (u16, DigitSet),
    split: &Split,
    detail: Detail,
) -> Vec<String> {
    let digits: DigitSet = split.cases.iter().map(|case| case.digit).collect();
    let cells: Cells = split.cases.iter().map(|case| case.cell).collect();
    let first = &split.cases[0];
    let choice = match split.house {
        Some(house) => format!(
            "{} needs {} in {}",
            cite_spans(ground, &[house]),
            digit_name(first.digit),
            either(ground.puzzle, cells)
        ),
        None => format!(
            "{} is {}",
            name(ground.puzzle, first.cell),
            list(digits.iter(), "or")
        ),
    };
    let lead = following(ground, &[removed.0], &split.lead, detail);
    // The lead ends with the candidates of the same cell, so the choice would only repeat them.
    let is_led =
        split.house.is_none() && split.lead.last().is_some_and(|link| link.1 == first.cell);
    let start = match (lead.is_empty(), is_led) {
        (true, _) => format!("then {choice}"),
        (false, true) => format!("then {lead}"),
        (false, false) => format!("then {lead}, and {choice}"),
    };
    let fails_at_once =
        |case: &SplitCase| case.fall.links.is_empty() && case.fall.breaks == first.fall.breaks;
    if split.cases.iter().all(fails_at_once) {
        let named = [removed.0, first.cell];
        let broken = name_broken(ground, &first.fall.breaks, &named, detail);
        let each = match is_of_houses(&first.fall.breaks) {
            true => format!("{broken} rules out each"),
            false => format!("each breaks {broken}"),
        };
        return vec![start, each];
    }
    let mut earlier: Option<&SplitCase> = None;
    let cases = split.cases.iter().map(|case| {
        let digit = digit_name(case.digit);
        let place = match split.house {
            Some(_) => format!("in {}", name(ground.puzzle, case.cell)),
            None => "there".to_owned(),
        };
        let repeat = earlier
            .and_then(|earlier| repeat_case(ground, removed.0, [earlier, case], (&place, cells)));
        if let Some(repeat) = repeat {
            return repeat;
        }
        earlier = Some(case);
        let known = [removed, (case.cell, DigitSet::one(case.digit))];
        match following(ground, &[removed.0, case.cell], &case.fall.links, detail) {
            told if !told.is_empty() => {
                let breaking = breaking(ground, &known, &case.fall, case.missing, detail);
                format!("with {digit} {place}, {told}, {breaking}")
            }
            _ => {
                let named = [removed.0, case.cell];
                let broken = name_broken(ground, &case.fall.breaks, &named, detail);
                match is_of_houses(&case.fall.breaks) {
                    true => format!("{broken} rules out {digit} {place}"),
                    false => format!("{digit} {place} breaks {broken}"),
                }
            }
        }
    });
    std::iter::once(start).chain(cases).collect()
}

/// Returns a sentence for each case of a proof by cases. Returns `None` unless the same proof by cases covers all
/// conclusions of the step.
pub(super) fn case_by_case(ground: &Ground<'_>, step: &Step) -> Option<Vec<String>> {
    let Sentence::Proven(proofs) = step.sentence() else {
        return None;
    };
    let (first, others) = proofs.split_first()?;
    let Way::Cases(split) = &first.by else {
        return None;
    };
    if !others.iter().all(|other| are_alike(first, other)) {
        return None;
    }
    let removed: Vec<(u16, DigitSet)> = proofs.iter().map(|proof| proof.removed).collect();
    let mut cases = word_split(ground, removed[0], split, WHOLE);
    cases[0] = format!("{}: {}", word_excluded(ground, &removed), cases[0]);
    Some(cases)
}

/// Composes the sentence for a tally, the amount of some houses minus the amount of some clues: `rows 1 and 2 hold 90, less
/// at least 40 in R1C1, …`.
fn word_tally(ground: &Ground<'_>, step: &Step, tally: &Tally) -> String {
    if let Some(taken) = word_held_digits(ground, tally) {
        let value = |wanted: &str| -> Value {
            match wanted {
                "taken" => taken.clone().into(),
                _ => conclusion(ground.puzzle, step).into(),
            }
        };
        return fill(Phrases::builtin().of("tally-all"), &value);
    }
    let bound = if tally.is_most { "least" } else { "most" };
    // Without a class of digits the amounts are sums. Otherwise they are counts, which read better in words.
    let amount = |bound: &str, amount: i64| match tally.counted.is_empty() {
        true => format!("{bound} {amount}"),
        false => format!("{bound} {}", number(amount.unsigned_abs() as usize)),
    };
    let value = |wanted: &str| -> Value {
        match wanted {
            "houses" => name_citations(ground, &tally.houses),
            "whole" if tally.counted.is_empty() => tally.whole.to_string().into(),
            "whole" => {
                let count = number(tally.whole.unsigned_abs() as usize);
                format!("{count} of {}", list(tally.counted.iter(), "and")).into()
            }
            "taken" => {
                let taken = tally.clues.iter().map(|&(clue, cells, own)| {
                    let least = amount(&format!("at {bound}"), own);
                    let (place, clue) = (
                        subject(ground.puzzle, &vars(cells)),
                        cite_span(ground, clue),
                    );
                    format!("{least} in {place} by {clue}")
                });
                list_of(&taken.collect::<Vec<_>>(), " and ").into()
            }
            "left" => {
                let left = tally.left();
                match (left, tally.clues.is_empty(), tally.is_most) {
                    (0, _, true) if !tally.counted.is_empty() => "none".to_owned(),
                    (_, true, _) => amount("", left).trim().to_owned(),
                    (_, _, true) => amount("at most", left),
                    (..) => amount("at least", left),
                }
                .into()
            }
            "rest" if tally.rest.len() > MOST_SHARING => "the others".to_owned().into(),
            "rest" => subject(ground.puzzle, &vars(tally.rest)).into(),
            _ => conclusion(ground.puzzle, step).into(),
        }
    };
    fill(Phrases::builtin().of("tally"), &value)
}

/// Composes the sentence for a tally in which one clue contains every digit of a class that a house has: `R8C4 and R8C5
/// hold the 4 of box 8 by the black dot`. Returns `None` for any other tally.
fn word_held_digits(ground: &Ground<'_>, tally: &Tally) -> Option<String> {
    let ([house], [(clue, cells, _)]) = (&tally.houses[..], &tally.clues[..]) else {
        return None;
    };
    let is_all = tally.is_most && tally.left() == 0 && !tally.counted.is_empty();
    let cells = vars(*cells);
    let hold = if cells.len() == 1 { "holds" } else { "hold" };
    is_all.then(|| {
        let digits = list(tally.counted.iter(), "and");
        let [clue, house] = [clue, house].map(|cite| name_beside(ground, *cite, &cells, WHOLE));
        let cells = subject(ground.puzzle, &cells);
        format!("{cells} {hold} the {digits} of {house} by {clue}")
    })
}

/// Maximum number of remaining cells of a tally to name.
const MOST_SHARING: usize = 6;

/// Returns the cells of a house or a clue. The set is empty for a clue about the whole grid.
fn cells_of(ground: &Ground<'_>, cite: Cite) -> Cells {
    let clue = only_clue(ground, &[cite]).into_iter();
    let cells = clue.flat_map(Clue::cells).map(|cell| cell.0);
    house_cells(ground, cite).unwrap_or_else(|| cells.collect())
}

/// Reduces a step to the conclusions of some of its proofs. The digits that remain are included only if each proof covers
/// everything that its cell loses.
fn of_proofs(step: &Step, proofs: &[Proof]) -> Step {
    let removed: Vec<(u16, DigitSet)> = proofs.iter().map(|proof| proof.removed).collect();
    let left = removed.iter().map_while(|(var, lost)| {
        let mut losses = step.removed.iter().zip(&step.left);
        let own = losses.find(|((other, all), _)| other == var && all == lost);
        own.map(|(_, left)| *left)
    });
    let left: Vec<DigitSet> = left.collect();
    Step {
        left: if left.len() == removed.len() {
            left
        } else {
            vec![]
        },
        removed,
        ..step.clone()
    }
}

/// Names the clue or house that an assumption breaks: `which breaks the arrow from R1C1`, `and row 3 has no 5`, `and the
/// whispers from R1C1 and R2C2 cannot both hold`. `follows` is `true` if the sentence has other consequences before it.
fn clashing(ground: &Ground<'_>, step: &Step, broken: &Break, follows: bool) -> String {
    let (which, and) = if follows {
        ("which", "and")
    } else {
        ("that", "then")
    };
    if let Some(fall) = &broken.fall {
        let known = step.chain.iter().filter(|link| link.on);
        let known = known.map(|link| (link.cell, DigitSet::one(link.digit)));
        let known: Vec<(u16, DigitSet)> = known.collect();
        let told = falling(ground, &known, fall, broken.missing, WHOLE);
        return match follows {
            true => told.trim_start_matches("then ").to_owned(),
            false => told,
        };
    }
    let cites = &broken.cites;
    match (&cites[..], broken.missing) {
        ([house @ Cite::House(_)], Some(digit)) => {
            format!(
                "{and} {} has no {}",
                cite_spans(ground, &[*house]),
                digit_name(digit)
            )
        }
        (cites, _) if cites.iter().any(|cite| matches!(cite, Cite::House(_))) => match follows {
            true => format!("which {} out", cite_and_rule(ground, cites)),
            false => format!("{} that out", cite_and_rule(ground, cites)),
        },
        ([clue], _) => format!("{which} breaks {}", cite_span(ground, *clue)),
        (clues, _) => {
            let all = if clues.len() == 2 { "both" } else { "all" };
            let told = cite_by_place(ground, clues);
            format!("{and} {told} cannot {all} hold")
        }
    }
}

/// Describes how clues fail one after another: `then R2C4 is 8 or 9 (the cage at R3C5), which breaks the cage at R1C4`.
fn falling(
    ground: &Ground<'_>,
    known: &[(u16, DigitSet)],
    fall: &Fall,
    missing: Option<u8>,
    detail: Detail,
) -> String {
    let breaking = breaking(ground, known, fall, missing, detail);
    let stated: Vec<u16> = known.iter().map(|(var, _)| *var).collect();
    match following(ground, &stated, &fall.links, detail) {
        told if !told.is_empty() => format!("then {told}, {breaking}"),
        _ => match breaking.strip_prefix("which ") {
            Some(broken) => format!("that {broken}"),
            None => breaking.replacen("and ", "then ", 1),
        },
    }
}

/// Lists the candidates that remain after each clue or house in turn, with the name of the clue or house in brackets.
/// `stated` contains the cells that the sentence has already named.
fn following(
    ground: &Ground<'_>,
    stated: &[u16],
    links: &[(Basis, u16, DigitSet)],
    detail: Detail,
) -> String {
    let mut named = stated.to_vec();
    let mut sources: Vec<Source> = vec![];
    for of_one in links.chunk_by(|a, b| a.0 == b.0) {
        let cells: Vec<u16> = of_one.iter().map(|(_, var, _)| *var).collect();
        named.extend(&cells);
        // A clue or house may restrict a cell twice in a row. Only the result matters.
        let is_last = |place: usize| of_one[place + 1..].iter().all(|b| b.1 != of_one[place].1);
        let last = of_one.iter().enumerate();
        let last = last.filter_map(|(place, link)| is_last(place).then_some((link.1, link.2)));
        let last: Vec<(u16, DigitSet)> = last.collect();
        let left = last.chunk_by(|a, b| a.1 == b.1).map(|alike| {
            let left = alike[0].1;
            let cells = alike.iter().map(|(var, _)| *var).collect();
            (Is::of(left, ground.digits.without(left)), cells)
        });
        let new = Source {
            basis: of_one[0].0.clone(),
            count: 1,
            name: name_basis(ground, &of_one[0].0, &cells, &named, detail),
            left: left.collect(),
        };
        match sources.last_mut().filter(|last| last.is_like(&new)) {
            Some(last) => last.add(new),
            None => sources.push(new),
        }
    }
    let mut before = None;
    let told = sources.iter().map(|source| {
        let told = source.left.iter().map(|(is, cells)| {
            let is = is.of_cells_after(before.replace(*is), cells.len());
            format!("{}{is}", subject(ground.puzzle, cells))
        });
        let told = list_of(&told.collect::<Vec<_>>(), " and ");
        format!("{told} ({})", source.text())
    });
    told.collect::<Vec<_>>().join(", ")
}

/// One clue or house, or several clues with the same name. Contains the cells that they restrict and the remaining
/// candidates of these cells.
struct Source {
    basis: Basis,
    count: usize,
    name: String,
    left: Vec<(Is, Vec<u16>)>,
}

impl Source {
    /// Returns `true` if another clue has the same name and leaves the same candidates in its cells, so that both can be
    /// named together.
    fn is_like(&self, other: &Self) -> bool {
        let is_clue = matches!(self.basis, Basis::One(Cite::Clue(_) | Cite::Given(_)));
        let (own, new) = (&self.left[..], &other.left[..]);
        let is_same = matches!((own, new), ([own], [new]) if own.0 == new.0);
        is_clue && is_same && self.name == other.name && self.basis != other.basis
    }

    fn add(&mut self, other: Self) {
        self.count += other.count;
        let more = other.left.into_iter().flat_map(|(_, cells)| cells);
        // `is_like` requires a single entry on both sides, so all of the cells belong to the first one.
        self.left[0].1.extend(more);
    }

    fn text(&self) -> String {
        match self.count {
            1 => without_article(&self.name),
            _ => mark(
                SpanKind::Clue,
                &plural_of(&strip_marks(&without_article(&self.name))),
            ),
        }
    }
}

/// Returns a name without its article, for brackets: `arrow` for `the arrow`.
fn without_article(name: &str) -> String {
    let start = name.find(|letter| !is_mark(letter)).unwrap_or_default();
    let (marks, plain) = name.split_at(start);
    format!("{marks}{}", plain.strip_prefix("the ").unwrap_or(plain))
}

/// Names what restricts some cells: a clue or house (see [`name_source`]), houses less clues, or clues along a path.
fn name_basis(
    ground: &Ground<'_>,
    basis: &Basis,
    cells: &[u16],
    named: &[u16],
    detail: Detail,
) -> String {
    match basis {
        Basis::One(cite) => name_source(ground, *cite, cells, named, detail),
        Basis::Sum(sum) => name_sum(ground, sum),
        Basis::Path(clues) => kinds(ground, clues),
    }
}

/// Names the houses and clues of a sum: `box 7 less the two cages`, `the sum 40 and the two palindromes`.
fn name_sum(ground: &Ground<'_>, sum: &Sum) -> String {
    let name = |cites: &[Cite]| {
        let (houses, clues): (Vec<Cite>, Vec<Cite>) =
            (cites.iter()).partition(|cite| matches!(cite, Cite::House(_)));
        let mut names = vec![];
        // Without citations, `cite_spans` would name the cell of a placement.
        if !houses.is_empty() {
            names.push(cite_spans(ground, &houses));
        }
        if !clues.is_empty() {
            let told = cite_spans(ground, &clues);
            let is_short = cells_named(&told) <= FEW_NAMED && clues.len() <= FEW_NAMED;
            names.push(if is_short {
                told
            } else {
                kinds(ground, &clues)
            });
        }
        list_of(&names, " and ")
    };
    match sum.taken.is_empty() {
        true => name(&sum.added),
        false => format!("{} less {}", name(&sum.added), name(&sum.taken)),
    }
}

/// Names the basis that fails: a clue or house (see [`name_beside`]), houses less clues, or clues along a path.
fn name_broken(ground: &Ground<'_>, basis: &Basis, named: &[u16], detail: Detail) -> String {
    match basis {
        Basis::One(cite) => name_beside(ground, *cite, named, detail),
        Basis::Sum(sum) => name_sum(ground, sum),
        Basis::Path(clues) => kinds(ground, clues),
    }
}

/// States the total that the cells of a sum cannot make: `and R7C1 and R7C3 cannot make 18 (box 7 less the two cages)`.
fn word_sum(ground: &Ground<'_>, sum: &Sum) -> String {
    let side = |sign: i64| -> String {
        let of = |weight: i64| -> Vec<u16> {
            let own = sum.terms.iter().filter(|term| term.1 == sign * weight);
            own.map(|(var, _)| *var).collect()
        };
        // A combination of houses and clues counts each cell at most three times.
        let parts = [(1, ""), (2, "twice "), (3, "three times ")].map(|(weight, times)| {
            let cells = of(weight);
            (!cells.is_empty()).then(|| format!("{times}{}", subject(ground.puzzle, &cells)))
        });
        list_of(&parts.into_iter().flatten().collect::<Vec<_>>(), " plus ")
    };
    let [these, those] = [1, -1].map(side);
    let of = name_sum(ground, sum);
    match (these.is_empty(), those.is_empty()) {
        (_, true) => format!("and {these} cannot make {} ({of})", sum.total),
        (true, _) => format!("and {those} cannot make {} ({of})", -sum.total),
        _ if sum.total < 0 => format!("and {those} less {these} cannot be {} ({of})", -sum.total),
        _ => format!("and {these} less {those} cannot be {} ({of})", sum.total),
    }
}

/// Names the clue or house that restricts some cells. If no other clue of the rule contains these cells, they identify the
/// clue. Cells that the sentence has already named can also identify a clue, unless they identify another clue of the same
/// rule too.
fn name_source(
    ground: &Ground<'_>,
    cite: Cite,
    cells: &[u16],
    named: &[u16],
    detail: Detail,
) -> String {
    let fits = |cite: Cite| Brief::of(ground, cite).filter(|brief| brief.fits(named));
    let own = only_clue(ground, &[cite]);
    let clues = (0u16..).map(Cite::Clue).zip(&ground.puzzle.clues);
    let is_other = |other: &Clue| {
        let mut others = other.cells();
        own.is_some_and(|own| own.rule == other.rule) && others.any(|cell| cells.contains(&cell.0))
    };
    let others = clues.filter(|(other, clue)| *other != cite && is_other(clue));
    let others: Vec<Cite> = others.map(|(other, _)| other).collect();
    let is_alone =
        others.is_empty() && own.is_some_and(|own| own.cells().any(|cell| cells.contains(&cell.0)));
    let is_unclear = others.iter().any(|&other| fits(other).is_some());
    if let Some(name) = own
        .and_then(|_| head_span(ground, cite))
        .filter(|_| is_alone)
    {
        return name;
    }
    match fits(cite).filter(|_| !is_unclear && !detail.brief) {
        Some(brief) => brief.name,
        None => name_beside(ground, cite, cells, detail),
    }
}

/// Names the clue or house that fails: `which breaks the cage at R1C4`, `and row 3 has two 5s`, `and row 3 has no 5`.
fn breaking(
    ground: &Ground<'_>,
    known: &[(u16, DigitSet)],
    fall: &Fall,
    missing: Option<u8>,
    detail: Detail,
) -> String {
    if let Basis::Sum(sum) = &fall.breaks {
        return word_sum(ground, sum);
    }
    let links = fall.links.iter().map(|(_, var, left)| (*var, *left));
    let named: Vec<u16> = known
        .iter()
        .copied()
        .chain(links.clone())
        .map(|(var, _)| var)
        .collect();
    let broken = name_broken(ground, &fall.breaks, &named, detail);
    let house = fall.breaks.one().and_then(|one| house_cells(ground, one));
    let Some(cells) = house else {
        // A clue that the sentence has just named needs no location, so its kind is enough.
        let is_named = fall.links.iter().any(|link| link.0 == fall.breaks);
        return match is_named {
            true => format!("which breaks {}", kinds(ground, &fall.breaks.cites())),
            false => format!("which breaks {broken}"),
        };
    };
    let mut placed: Vec<(u16, u8)> = vec![];
    for (var, left) in known.iter().copied().chain(links) {
        // A cell can be stated twice, which would look like two cells with the digit.
        if let Some(digit) = left.single()
            && cells.contains(var)
            && !placed.contains(&(var, digit))
        {
            placed.push((var, digit));
        }
    }
    let is_double = |digit: u8| placed.iter().filter(|(_, own)| *own == digit).count() > 1;
    let double = ground.digits.iter().find(|&digit| is_double(digit));
    match (double, missing) {
        (Some(digit), _) => format!("and {broken} has two {}s", digit_name(digit)),
        (None, Some(digit)) => format!("and {broken} has no {}", digit_name(digit)),
        (None, None) => format!("which {broken} rules out"),
    }
}

/// Names a clue or house. Returns only the clue's kind if the sentence is brief, and leaves out the clue's location if the
/// named cells identify the clue.
fn name_beside(ground: &Ground<'_>, cite: Cite, named: &[u16], detail: Detail) -> String {
    if detail.brief {
        return kinds(ground, &[cite]);
    }
    let brief = Brief::of(ground, cite);
    let name = brief.and_then(|brief| brief.name_beside(ground.puzzle, named));
    name.unwrap_or_else(|| cite_span(ground, cite))
}

/// Names the citations of a contradiction, followed by a verb that agrees with them: `rows 1 and 3 rule`, `the arrow from
/// R1C1 rules`.
pub(super) fn cite_and_rule(ground: &Ground<'_>, cites: &[Cite]) -> String {
    let rules = if is_one(ground, cites) {
        "rules"
    } else {
        "rule"
    };
    format!("{} {rules}", cite_spans(ground, cites))
}

/// Returns `true` if the verb after these citations must be singular, because there is only one citation and its name is not
/// a plural.
fn is_one(ground: &Ground<'_>, cites: &[Cite]) -> bool {
    matches!(cites, &[one] if !is_plural(ground, one))
}

/// Names the places of a digit in each house of a chain, as in `in R3C2 or R3C8 (row 3) and in R7C2 or R7C5 (row 7)`.
fn links(ground: &Ground<'_>, step: &Step, houses: &[u16], detail: Detail) -> String {
    let houses = houses
        .iter()
        .map(|&index| &ground.houses[usize::from(index)]);
    if step.pattern.len() > detail.pattern {
        let cites: Vec<Cite> = houses.map(|house| house.cite).collect();
        let place = house_spans(ground, &cites);
        return format!("at one end or the other of a chain in {place}");
    }
    let told = houses.map(|house| {
        let places = either(ground.puzzle, step.pattern & house.cells);
        format!("in {places} ({})", house_spans(ground, &[house.cite]))
    });
    list_of(&told.collect::<Vec<_>>(), " and ")
}

/// Describes the number of digits of each class in the houses where they are counted: `box 9 has four even and five odd
/// digits: with the arrow from R1C1`.
fn word_counts(ground: &Ground<'_>, step: &Step) -> String {
    let (puzzle, class) = (ground.puzzle, step.digits);
    let (clues, houses) = clues_and_houses(step);
    let [told, place] = [&clues, &houses].map(|cites| cite_spans(ground, cites));
    // A smaller house can lack digits, so it need not hold the whole class.
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

/// Describes the number of cells for each class: `four even and five odd digits`, `three cells for 7, 8 and 9`.
fn tally(puzzle: &Puzzle, class: DigitSet) -> String {
    let others = puzzle.layout.digits().without(class);
    let is_of = |set: DigitSet, parity: u8| set.iter().all(|digit| digit % 2 == parity);
    let half = |word: &str| {
        let ends = class.min().zip(class.max());
        let range = ends.map(|(low, high)| format!("{} to {}", digit_name(low), digit_name(high)));
        let count = number(class.len());
        format!("{count} {word} digits ({})", range.unwrap_or_default())
    };
    // An odd number of digits has no equal halves, so a half may lack one digit.
    let is_half = 2 * class.len() + 1 >= puzzle.layout.digits().len();
    let (even, odd) = if is_of(class, 0) {
        (class, others)
    } else {
        (others, class)
    };
    match class.single() {
        Some(digit) => format!("one {}", digit_name(digit)),
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

/// Maximum number of consequences of an assumption to name in a sentence.
const MOST_FOLLOWING: usize = 5;

/// Maximum number of cells that clue names may mention in a long sentence.
const FEW_NAMED: usize = 2;

/// Names the houses whose fillings a step lists, with the clues about them: `box 8 with the three cages`.
fn word_filled_houses(ground: &Ground<'_>, step: &Step, detail: Detail) -> String {
    let (clues, _) = clues_and_houses(step);
    // Clue names can mention cells, but the cells of the conclusion matter more. Therefore only the kinds of clues are given
    // if there are many clues, or if a brief sentence would name many of their cells.
    let told = match cite_spans(ground, &clues) {
        told if detail.brief && cells_named(&told) > FEW_NAMED => kinds(ground, &clues),
        _ if clues.len() > FEW_NAMED => kinds(ground, &clues),
        told => told,
    };
    let place = houses_to_fill(ground, step);
    match (clues.is_empty(), place.is_empty()) {
        (_, true) => told,
        (true, false) => place,
        (false, false) => format!("{place} with {told}"),
    }
}

/// Names the houses whose fillings a step lists. These are the cited houses that contain most of the step's cells.
pub(super) fn houses_to_fill(ground: &Ground<'_>, step: &Step) -> String {
    let (_, mut houses) = clues_and_houses(step);
    let inside = |&cite: &Cite| {
        let cells = house_cells(ground, cite).unwrap_or_default();
        std::cmp::Reverse((cells & step.pattern).len())
    };
    houses.sort_by_key(inside);
    if let Sentence::Filling(count) = step.sentence() {
        houses.truncate(*count);
    }
    match houses.is_empty() {
        true => String::new(),
        false => cite_spans(ground, &houses),
    }
}

/// Maximum number of houses to list. If there are more, the sentence contains "in the grid" instead.
const MOST_THROUGHOUT: usize = 5;

/// Names the houses in which a digit is followed, and the clues that restrict it: `in rows 1 and 3 with the anti-knight
/// rule`.
fn throughout(ground: &Ground<'_>, step: &Step) -> String {
    let (clues, houses) = clues_and_houses(step);
    let place = match houses.len() {
        1..=MOST_THROUGHOUT => locate(&cite_spans(ground, &houses)),
        _ => "in the grid".to_owned(),
    };
    match clues.is_empty() {
        true => place,
        false => format!("{place} with {}", cite_spans(ground, &clues)),
    }
}

/// Names the clues along a path and the cells of the path: `the two white dots along R1C1-R1C2-R1C3`.
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

/// Orders the cells along a path that visits each cell once and uses only the given pairs. Returns `None` if there is no
/// such path.
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

/// Returns the houses in which a pattern holds its digits. For a fish these are its cover sets, otherwise the houses that
/// contain all cells of the pattern.
fn find_holding_houses(ground: &Ground<'_>, step: &Step) -> Vec<Cite> {
    match step.sentence() {
        Sentence::Fish([_, covers]) => covers.clone(),
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
            digit_name(link.digit)
        ));
    }
    text
}

/// Draws the candidates before a step. The candidates of the pattern are bold, and the removed candidates are red.
#[must_use]
pub fn step_grid(puzzle: &Puzzle, board: &Board, step: &Step) -> String {
    // Auxiliary variables have no place in the grid, so only its cells are drawn.
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
