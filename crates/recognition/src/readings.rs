//! The rules that each group of drawings may state, and the clues of the group under each of these rules.

use crate::clones;
use crate::colour::{Colour, NAMES, colour_name};
use crate::figures::{Figure, figures};
use crate::members::{Label, Look, Member, words_of};
use crate::pointers;
use crate::text::{Mention, Sentence};
use crate::words::words;
use cluewright_puzzle::{Cell, Clue, Layout, Param};
use cluewright_rules::{
    Book, Closed, Default, Ends, Form, MarkShape, ParamKind, ParamSpec, Rule, Shape, Style,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Drawings that look alike, and the rules that they may state.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) look: Look,
    pub(crate) members: Vec<Member>,
    /// The rules that the group may state, the likeliest first.
    pub(crate) candidates: Vec<Candidate>,
}

/// A rule that a group may state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) rule: String,
    pub(crate) weight: u32,
    /// The parameters that the text gives the rule.
    pub(crate) params: BTreeMap<String, Param>,
    /// The parameter whose value is the text in the drawing.
    pub(crate) text_param: Option<String>,
    /// `true` if a sentence states the rule and has no words that could change it, or if the puzzle has no rules text.
    pub(crate) is_plain: bool,
}

impl Candidate {
    /// Returns the likelihood of the rule as a rank; a greater rank is likelier.
    pub(crate) fn rank(&self) -> (bool, u32) {
        (self.is_plain, self.weight)
    }
}

/// A style in which a rule is drawn.
struct Drawn<'b> {
    rule: &'b Rule,
    style: &'b Style,
}

/// The styles of all rules, and the mentions of rules in the text.
pub(crate) struct Knowledge<'b> {
    drawn: Vec<Drawn<'b>>,
    mentions: Vec<Mention>,
    /// The colours that the sentences name.
    colours: BTreeSet<&'static str>,
    /// The colours that the sentences name directly before a word for marks in cells: `green spots`.
    mark_colours: BTreeSet<&'static str>,
    /// `true` if the puzzle has a rules text.
    pub(crate) has_text: bool,
}

impl<'b> Knowledge<'b> {
    pub(crate) fn new(book: &'b Book, own: &'b [Rule], sentences: &[Sentence]) -> Self {
        let rules = book.rules().filter_map(Result::ok).chain(own);
        let drawn = rules.flat_map(|rule| {
            let styles = rule.recognition.drawn.iter();
            styles.map(move |style| Drawn { rule, style })
        });
        let mentions = sentences
            .iter()
            .flat_map(|sentence| sentence.mentions.iter().cloned());
        let spoken = sentences.iter().flat_map(|sentence| &sentence.words);
        Self {
            drawn: drawn.collect(),
            mentions: mentions.collect(),
            colours: spoken.filter_map(|word| colour_name(word)).collect(),
            mark_colours: sentences.iter().flat_map(colours_of_marks).collect(),
            has_text: !sentences.is_empty(),
        }
    }

    /// Returns the weight of the likeliest rule of the text that may be drawn with `look`.
    pub(crate) fn weight(&self, look: &Look) -> Option<u32> {
        Some(self.candidates(look).first()?.weight)
    }

    /// Returns a rule as a candidate for drawings with `look`, regardless of the rules text. Returns `None` if the
    /// rule is never drawn in this way.
    pub(crate) fn reading_as(&self, rule: &str, look: &Look) -> Option<Candidate> {
        let mut readings = self.readings_like(look).into_iter();
        readings.find(|candidate| candidate.rule == rule)
    }

    /// Returns a candidate for every rule whose drawings match `look`, regardless of the rules text.
    pub(crate) fn readings_like(&self, look: &Look) -> Vec<Candidate> {
        let styles = self.drawn.iter().filter(|drawn| fits(drawn.style, look));
        let mut readings: Vec<Candidate> = vec![];
        for drawn in styles {
            // The styles of a rule are adjacent, so a duplicate can only be the last candidate.
            if readings
                .last()
                .is_none_or(|last| last.rule != drawn.rule.name)
            {
                readings.push(self.reading(drawn));
            }
        }
        readings
    }

    fn reading(&self, &Drawn { rule, style }: &Drawn<'_>) -> Candidate {
        let mentions = self.mentions_of(&rule.name);
        Candidate {
            rule: rule.name.clone(),
            weight: u32::MAX,
            // A sentence that only mentions the rule gives no values, so the mention with the most parameters counts.
            params: mentions
                .map(|mention| mention.params.clone())
                .max_by_key(BTreeMap::len)
                .unwrap_or_default(),
            text_param: text_param(style),
            is_plain: true,
        }
    }

    /// Returns `true` if some rule is drawn with `look`, regardless of the rules text. Drawings with other looks share
    /// one question.
    pub(crate) fn draws(&self, look: &Look) -> bool {
        self.drawn.iter().any(|drawn| fits(drawn.style, look))
    }

    /// Returns `true` if the drawing is a line whose colour the rules text names. A sentence that does not name this
    /// colour applies to the line only if it is about all lines, or if it names no colour and this colour is usual for
    /// the rule.
    fn is_of_another(&self, look: &Look) -> bool {
        let is_named = |colour: Colour| self.colours.iter().any(|name| colour.is_called(name));
        look.form == Form::Line && look.colour.is_some_and(is_named)
    }

    /// Returns `true` if the drawing is a mark in a cell whose colour another sentence names, and the sentence of the
    /// mention is about marks of any colour. If `the green spots` are the ends of a path, `a coloured circle` is not
    /// one of them.
    fn is_another_mark(&self, look: &Look, mention: &Mention) -> bool {
        let is_named = |colour: Colour| self.mark_colours.iter().any(|name| colour.is_called(name));
        look.form == Form::Cell
            && mention.is_about_any_colour
            && mention.colours.is_empty()
            && look.colour.is_some_and(is_named)
    }

    /// Returns `true` if a sentence that states a rule mentions cells of a colour. The sentence must name the colour,
    /// or may just mention shaded cells if the picture has only one colour.
    pub(crate) fn speaks_of(&self, rule: &str, colour: Colour, is_only: bool) -> bool {
        let mut mentions = self.mentions_of(rule);
        mentions.any(|mention| match mention.colours.is_empty() {
            true => is_only && mention.is_about_colour,
            false => mention.colours.iter().any(|name| colour.is_called(name)),
        })
    }

    /// Returns `true` if a sentence that states a rule mentions coloured cells without naming a colour.
    pub(crate) fn speaks_of_colours(&self, rule: &str) -> bool {
        let mut mentions = self.mentions_of(rule);
        mentions.any(|mention| mention.colours.is_empty() && mention.is_about_any_colour)
    }

    /// Marks candidates as not plain if the colours that their sentences name fit other drawings of the same form
    /// better. A pink line may be called purple, but not in a picture with purple lines.
    pub(crate) fn tell_colours_apart(&self, groups: &mut [Group]) {
        let names: Vec<(Form, Option<&str>)> = groups
            .iter()
            .map(|group| (group.look.form, group.look.colour.and_then(Colour::name)))
            .collect();
        for group in groups {
            let Some(colour) = group.look.colour else {
                continue;
            };
            let is_taken = |name: &&str| {
                colour.name() != Some(name) && names.contains(&(group.look.form, Some(name)))
            };
            for candidate in &mut group.candidates {
                let mentions = self.mentions_of(&candidate.rule);
                let named = mentions.flat_map(|mention| mention.colours.iter().copied());
                let mut named = named.peekable();
                // Without a colour in the text, the rule's usual colours identify its drawings.
                let names: Vec<&str> = match named.peek() {
                    Some(_) => named.collect(),
                    None => self.usual_colours(&candidate.rule, group.look.form),
                };
                let mut called = names
                    .into_iter()
                    .filter(|name| colour.is_called(name))
                    .peekable();
                if called.peek().is_some() && called.all(|name| is_taken(&name)) {
                    candidate.is_plain = false;
                }
            }
            // The rank depends on `is_plain`, so the order may have changed.
            group
                .candidates
                .sort_by_key(|candidate| Reverse(candidate.rank()));
        }
    }

    /// Returns the usual colours of a rule's drawings of a form.
    fn usual_colours(&self, rule: &str, form: Form) -> Vec<&str> {
        let styles = self.drawn.iter().filter(|drawn| drawn.rule.name == rule);
        let styles = styles.filter(|drawn| drawn.style.form == form);
        styles
            .flat_map(|drawn| drawn.style.colours.iter().map(String::as_str))
            .collect()
    }

    fn mentions_of(&self, rule: &str) -> impl Iterator<Item = &Mention> {
        let mentions = self.mentions.iter();
        mentions.filter(move |mention| mention.rule == rule)
    }

    /// Returns the rules that drawings with `look` may state, the likeliest first.
    pub(crate) fn candidates(&self, look: &Look) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = vec![];
        for Drawn { rule, style } in &self.drawn {
            if !fits(style, look) {
                continue;
            }
            // The puzzle's own rules have no usual colours. If a sentence that states one names colours, the drawing
            // must have one of these colours.
            let is_own = rule.recognition.says.is_empty();
            let is_meant = |mention: &&Mention| {
                let mut named = mention.colours.iter();
                let is_called = |colour: Colour| named.any(|name| colour.is_called(name));
                !is_own || mention.colours.is_empty() || look.colour.is_none_or(is_called)
            };
            let names_form =
                |mention: &&Mention| mention.is_about_lines || !may_be_marks(rule, style);
            let mentions = self.mentions_of(&rule.name).filter(is_meant);
            let mentions = mentions.filter(names_form);
            let best = mentions
                .filter_map(|mention| {
                    let fit = weigh(style, look, mention)?;
                    // Circles, squares and colours in cells are used to illustrate many rules, so only plain mentions
                    // count.
                    let is_in_cells = look.form == Form::Cell || look.form.is_background();
                    let is_vague = is_in_cells && !mention.is_plain;
                    let is_of_another = fit <= UNUSUAL && self.is_of_another(look);
                    if is_vague || is_of_another || self.is_another_mark(look, mention) {
                        return None;
                    }
                    // The fit counts twice, so that `is_whole` decides only between equal fits.
                    let weight = 2 * fit + u32::from(mention.is_whole);
                    Some((mention.is_plain, weight, mention.params.clone()))
                })
                .max_by_key(|(is_plain, weight, params)| (*is_plain, *weight, params.len()));
            let usual = style.colours.is_empty() || is_usual(style, look.colour);
            let silent = || {
                (!self.has_text && usual && !look.form.is_background())
                    .then(|| (true, 4 * u32::from(rule.typical.common), BTreeMap::new()))
            };
            let Some((is_plain, weight, params)) = best.or_else(silent) else {
                continue;
            };
            let text_param = text_param(style);
            let is_lacking = |spec: &&ParamSpec| {
                matches!(spec.default, Default::Required)
                    && !params.contains_key(&spec.name)
                    && text_param.as_ref() != Some(&spec.name)
            };
            if rule.params.iter().any(|spec| is_lacking(&spec)) {
                continue;
            }
            let candidate = Candidate {
                rule: rule.name.clone(),
                weight: weight + 2 * style.weight * u32::from(usual),
                params,
                text_param,
                is_plain,
            };
            // A rule can have several styles that match, so it may already be in the list.
            match found.iter_mut().find(|other| other.rule == candidate.rule) {
                Some(other) if other.rank() < candidate.rank() => *other = candidate,
                Some(_) => {}
                None => found.push(candidate),
            }
        }
        found.sort_by(|a, b| b.rank().cmp(&a.rank()).then_with(|| a.rule.cmp(&b.rule)));
        found
    }
}

/// Words for marks in cells.
const MARKS: [&str; 6] = ["circle", "spot", "dot", "disc", "square", "diamond"];

/// Returns the colours that a sentence names directly before a word for marks in cells.
fn colours_of_marks(sentence: &Sentence) -> impl Iterator<Item = &'static str> {
    let pairs = sentence.words.windows(2);
    let pairs = pairs.filter(|pair| MARKS.contains(&pair[1].as_str()));
    pairs.filter_map(|pair| colour_name(&pair[0]))
}

/// Returns `true` if a rule has the named parameter. Row and column numbers in sentences are parameters of phrases, but
/// not of rules.
fn has_param(rule: &Rule, name: &str) -> bool {
    rule.params.iter().any(|spec| spec.name == name)
}

/// Returns `true` if the style is a line and the rule can also be drawn as marks in cells. Sentences about such marks
/// do not refer to lines.
fn may_be_marks(rule: &Rule, style: &Style) -> bool {
    let mut styles = rule.recognition.drawn.iter();
    style.form == Form::Line && styles.any(|other| other.form == Form::Cell)
}

/// Returns the parameter whose value is the text in a drawing; `None` if the style has no such text, or if the text
/// belongs to another rule (`{}`).
fn text_param(style: &Style) -> Option<String> {
    let name = style.text.strip_prefix('{')?.trim_end_matches('}');
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns `true` if a drawing has the form, the shape, the ends and the kind of text of a style.
fn fits(style: &Style, look: &Look) -> bool {
    let shape = match look.shape {
        Some(shape) => style.shape.is_empty() || style.shape.contains(&shape),
        None => true,
    };
    let label = match (style.text.as_str(), look.label) {
        ("", label) => label == Label::None,
        (text, label) if text.starts_with('{') => label == Label::Numbers,
        (text, Label::Letters(letter)) => text.split('|').any(|word| {
            word.chars()
                .next()
                .is_some_and(|c| c.eq_ignore_ascii_case(&letter))
        }),
        _ => false,
    };
    style.form == look.form && style.ends == look.ends && shape && label
}

fn is_usual(style: &Style, colour: Option<Colour>) -> bool {
    colour.is_some_and(|colour| style.colours.iter().any(|name| colour.is_called(name)))
}

/// Minimum fit of a drawing whose colour the sentence names, or whose colour is usual for the rule if the sentence
/// names none.
pub(crate) const USUAL: u32 = 4;

/// Fit of a drawing whose colour is not usual for the rule, if the sentence neither names a colour nor is about all
/// lines.
const UNUSUAL: u32 = 2;

/// Returns the fit of a drawing to the colours and shapes in a sentence, or `None` if the sentence is not about the
/// drawing.
fn weigh(style: &Style, look: &Look, mention: &Mention) -> Option<u32> {
    // A sentence about circles does not refer to diamonds.
    let is_other = |shape| !mention.shapes.is_empty() && !mention.shapes.contains(&shape);
    if look.form == Form::Cell && look.shape.is_some_and(is_other) {
        return None;
    }
    let Some(colour) = look.colour else {
        return Some(USUAL);
    };
    // Marks between cells differ only in their colours, so the colour must match.
    let is_strict = look.form == Form::Edge && !style.colours.is_empty();
    let usual = style.colours.is_empty() || is_usual(style, look.colour);
    let named = mention.colours.iter().any(|name| colour.is_called(name));
    if is_strict && !usual && !named {
        return None;
    }
    match (named, usual, mention.colours.is_empty()) {
        (true, true, _) => Some(6),
        (true, false, _) => Some(5),
        (false, true, true) => Some(USUAL),
        (false, false, true) if mention.is_about_all_lines => Some(USUAL),
        (false, false, true) => Some(UNUSUAL),
        (false, true, false) => Some(1),
        (false, false, false) => None,
    }
}

/// Groups drawings that look alike.
pub(crate) fn group(members: Vec<Member>, knowledge: &Knowledge<'_>) -> Vec<Group> {
    let mut groups: BTreeMap<Look, Vec<Member>> = BTreeMap::new();
    for mut member in members {
        let same = groups.keys().find(|look| look.is_like(&member.look));
        // The map is keyed by look, so members with nearly the same colour get the same look.
        member.look = same.copied().unwrap_or(member.look);
        groups.entry(member.look).or_default().push(member);
    }
    let group = |(look, members)| Group {
        look,
        members,
        candidates: knowledge.candidates(&look),
    };
    groups.into_iter().map(group).collect()
}

impl Group {
    /// Returns the indices of all elements that draw the group.
    pub(crate) fn elements(&self) -> impl Iterator<Item = usize> + '_ {
        let members = self.members.iter();
        members.flat_map(|member| member.elements.iter().copied())
    }

    /// Returns every reading of the group as the candidate's rule, each as a list of clues. Returns none if a drawing
    /// does not fit the rule. Lines that touch at an end can be read as one branching line or as several lines.
    pub(crate) fn readings(
        &self,
        candidate: &Candidate,
        rule: &Rule,
        book: &Book,
        layout: &Layout,
    ) -> Vec<Vec<Clue>> {
        let mut readings = vec![];
        if let Ok(branched) = book.rule(&rule.recognition.branched)
            && self.look.form == Form::Line
        {
            readings.extend(self.branched(rule, branched, candidate, layout));
        }
        readings.extend(self.clues(rule, candidate, layout));
        readings
    }

    /// Returns the clues of the group if lines that touch are read as one; `None` if no lines touch or branch.
    fn branched(
        &self,
        rule: &Rule,
        branched: &Rule,
        candidate: &Candidate,
        layout: &Layout,
    ) -> Option<Vec<Clue>> {
        let figures = figures(&self.members);
        // `clues` yields the same reading in this case, so it would be listed twice.
        if figures.iter().all(Figure::is_path) {
            return None;
        }
        let clue = |figure: &Figure<'_>| match figure.is_path() {
            // A path always has exactly one line, so the first one is the whole figure.
            true => clue(rule, candidate, figure.lines[0], layout),
            false => Some(figure.clue(branched, layout)),
        };
        figures.iter().map(clue).collect()
    }

    /// Returns the clues of the group. A rule about a set of marks or shaded cells, or one that compares pieces, has
    /// one clue for all drawings. Clones have one clue for each copy, and other rules one for each drawing.
    fn clues(&self, rule: &Rule, candidate: &Candidate, layout: &Layout) -> Option<Vec<Clue>> {
        let members = self.members.iter();
        if rule.shape == Shape::Copy {
            return clones::clues(rule, &self.members, layout);
        }
        if rule.shape == Shape::Arms {
            return arms(rule, &self.members);
        }
        let is_one = matches!(self.look.form, Form::Cell | Form::Shade);
        if rule.shape == Shape::Group && is_one {
            let cells: Vec<_> = members.flat_map(|member| member.cells.clone()).collect();
            return Some(vec![Clue::on(&rule.name, cells)]);
        }
        // A single piece cannot be compared with anything, so `clue` rejects it below.
        if rule.shape == Shape::Pieces && self.members.len() > 1 {
            // The first cell of a closed line is also its last cell, and it counts once.
            let pieces = members.map(|member| match member.cells.as_slice() {
                [first, rest @ .., last] if first == last && !rest.is_empty() => {
                    member.cells[1..].to_vec()
                }
                cells => cells.to_vec(),
            });
            let clue = pieces.fold(Clue::new(&rule.name), |clue, cells| {
                clue.slot("cells", cells)
            });
            return Some(vec![clue]);
        }
        members
            .map(|member| clue(rule, candidate, member, layout))
            .collect()
    }

    /// Returns the name that questions use for the group's drawings: `green line`.
    pub(crate) fn kind(&self) -> String {
        self.kind_in(self.look.colour.and_then(Colour::name))
    }

    /// Returns `true` if words name the group's drawings. Any name of the colour is accepted.
    pub(crate) fn is_called(&self, name: &[String]) -> bool {
        let mut kinds = self.colour_names().map(|colour| self.kind_in(Some(colour)));
        words(&self.kind()) == name || kinds.any(|kind| words(&kind) == name)
    }

    fn colour_names(&self) -> impl Iterator<Item = &'static str> {
        let colour = self.look.colour;
        let is_called = move |name: &&str| colour.is_some_and(|colour| colour.is_called(name));
        NAMES.into_iter().filter(is_called)
    }

    fn kind_in(&self, colour: Option<&str>) -> String {
        if self.look.label == Label::Letters(pointers::SIGN) && self.look.form == Form::Cell {
            return "arrow in a cell".to_owned();
        }
        let noun = match (self.look.form, self.look.ends, self.look.shape) {
            (Form::Line, Ends::None, _) => "line",
            (Form::Line, Ends::Bulb, _) => "line with a bulb",
            (Form::Line, Ends::Circles, _) => "line between circles",
            (Form::Line, Ends::Diamond, _) => "line from a diamond",
            (Form::Line, Ends::Diamonds, _) => "line between diamonds",
            (Form::Across, ..) => "diagonal",
            (Form::Shade, ..) => "shaded cell",
            (Form::Area, ..) => "shaded area",
            (Form::Arrow, ..) => "arrow",
            (Form::Cage, ..) => "cage",
            (Form::Outside, ..) => "number outside the grid",
            (Form::Diagonal, ..) => "number with an arrow",
            (Form::Edge, _, Some(MarkShape::Circle)) => "dot between cells",
            (Form::Edge, _, Some(MarkShape::Bare)) => "text between cells",
            (Form::Edge, ..) => "mark between cells",
            (Form::Corner, ..) => "circle at a corner",
            (Form::Cell, _, Some(MarkShape::Circle)) => "circle",
            (Form::Cell, _, Some(MarkShape::Square)) => "square",
            (Form::Cell, _, Some(MarkShape::Diamond)) => "diamond",
            (Form::Cell, ..) => "text in a cell",
        };
        let text = match self.look.label {
            Label::Letters(_) => format!("`{}` ", self.members[0].text),
            _ => String::new(),
        };
        let colour = colour.map_or(String::new(), |colour| format!("{colour} "));
        format!("{text}{colour}{noun}")
    }
}

/// Returns a clue for each cell with arrows: the cell, and for each of its arrows the cells at which the arrow points.
/// Returns `None` if an arrow points out of the grid.
fn arms(rule: &Rule, members: &[Member]) -> Option<Vec<Clue>> {
    let mut rays: BTreeMap<Cell, Vec<Vec<Cell>>> = BTreeMap::new();
    for member in members {
        let (&cell, ahead) = member
            .cells
            .split_first()
            .filter(|(_, rest)| !rest.is_empty())?;
        rays.entry(cell).or_default().push(ahead.to_vec());
    }
    let clue = |(cell, rays): (Cell, Vec<Vec<Cell>>)| {
        let clue = Clue::new(&rule.name).slot("control", vec![cell]);
        rays.into_iter()
            .fold(clue, |clue, ray| clue.slot("cells", ray))
    };
    Some(rays.into_iter().map(clue).collect())
}

/// Returns the cells of a line as a clue lists them. A closed line is opened in the way that the rule requires; `None`
/// if the rule does not allow closed lines.
fn open_line(rule: &Rule, line: &[Cell], layout: &Layout) -> Option<Vec<Cell>> {
    let mut cells = line.to_vec();
    if cells.len() < 3 || cells.first() != cells.last() {
        return Some(cells);
    }
    match rule.recognition.closed {
        Some(Closed::Never) => return None,
        // Opened anywhere else, the line would begin and end in the same box, so that one piece would count as two.
        Some(Closed::Border) => {
            cells.pop();
            let boxes = layout.box_cells();
            let box_of = |cell: &Cell| boxes.iter().position(|cells| cells.contains(cell));
            let border = cells
                .windows(2)
                .position(|pair| box_of(&pair[0]) != box_of(&pair[1]));
            cells.rotate_left(border.map_or(0, |before| before + 1));
        }
        // Each cell counts once, unless the rule allows repeats because it compares the neighbours at the seam.
        None if !rule.repeats => {
            cells.pop();
        }
        None => {}
    }
    Some(cells)
}

fn clue(rule: &Rule, candidate: &Candidate, member: &Member, layout: &Layout) -> Option<Clue> {
    let name = rule.name.as_str();
    let cells = open_line(rule, &member.cells, layout)?;
    let mut clue = match rule.shape {
        Shape::Global => Clue::new(across(name, member, layout)?),
        Shape::Arrow => Clue::new(name)
            .slot("bulb", member.bulb.clone())
            .slot("shaft", member.cells.clone()),
        Shape::Outside => {
            let (place, _) = member.seat?;
            Clue::on(name, layout.line_seen_from(place)?)
        }
        Shape::Pair if member.cells.len() != 2 => return None,
        Shape::Square if member.cells.len() != 4 => return None,
        // A diagonal seen from outside can consist of one cell, so only drawings without a seat need two.
        Shape::Line | Shape::Diagonal if member.cells.len() < 2 && member.seat.is_none() => {
            return None;
        }
        Shape::Line
        | Shape::Group
        | Shape::Pair
        | Shape::Cell
        | Shape::Square
        | Shape::Diagonal => (!cells.is_empty()).then(|| Clue::on(name, cells))?,
        Shape::Pieces | Shape::Copy | Shape::Control | Shape::Arms => return None,
    };
    let params = candidate.params.iter();
    for (param, value) in params.filter(|(param, _)| has_param(rule, param)) {
        clue = clue.with(param, value.clone());
    }
    if let Some(param) = &candidate.text_param {
        clue = clue.with(param, value(rule, param, member)?);
    }
    Some(clue)
}

/// Returns the rule of the diagonal along which a line runs; `None` if the rule is not about diagonals.
fn across(name: &str, member: &Member, layout: &Layout) -> Option<&'static str> {
    // In the book, only one of the two rules has phrases and a look, so the line's direction selects the rule.
    name.starts_with("diagonal").then_some(())?;
    let is_down = member.cells.iter().all(|&cell| {
        let (row, column) = layout.place(cell);
        row == column
    });
    Some(if is_down {
        "diagonal-down"
    } else {
        "diagonal-up"
    })
}

/// Returns the value of a parameter from the text of a drawing: the digits if the parameter is a list, otherwise the
/// only number.
fn value(rule: &Rule, param: &str, member: &Member) -> Option<Param> {
    let numbers: Option<Vec<i64>> = words_of(&member.text)
        .map(|word| word.parse().ok())
        .collect();
    let numbers = numbers?;
    let spec = rule.params.iter().find(|spec| spec.name == param)?;
    if spec.kind != ParamKind::Number {
        // Digits may be written without spaces between them.
        let text = numbers.iter().map(i64::to_string).collect::<String>();
        let digits = text.chars().map(|c| c.to_digit(10).map(i64::from));
        return Some(Param::Ints(digits.collect::<Option<_>>()?));
    }
    match numbers[..] {
        [number] => Some(Param::Int(number)),
        _ => None,
    }
}
