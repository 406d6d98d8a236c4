//! Drawings assembled from elements: lines with the marks at their ends, arrows with their bulbs, and numbers with
//! their circles.

use crate::colour::Colour;
use crate::pointers;
use crate::sketch::{Kind, Mark, Outline, Point, Sketch, Spot, Stroke};
use crate::trees::{self, Tree};
use cluewright_puzzle::{Cell, Layout, Place};
use cluewright_rules::{Ends, Form, MarkShape};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A drawing that may be one clue.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) look: Look,
    /// The cells in the order of the line, or in reading order if the drawing is not a line. For an arrow in a cell, that
    /// cell and the cells at which it points.
    pub(crate) cells: Vec<Cell>,
    /// The cells of an arrow's bulb; empty for other drawings.
    pub(crate) bulb: Vec<Cell>,
    /// The position of a text outside the grid, and the direction of its arrow as steps in rows and columns.
    pub(crate) seat: Option<(Place, Option<(i32, i32)>)>,
    pub(crate) text: String,
    /// Indices of the elements that draw the member.
    pub(crate) elements: Vec<usize>,
}

/// The look that all members of a group share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Look {
    pub(crate) form: Form,
    pub(crate) shape: Option<MarkShape>,
    pub(crate) ends: Ends,
    pub(crate) colour: Option<Colour>,
    pub(crate) label: Label,
}

/// The kind of text in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Label {
    None,
    Numbers,
    /// Other text, of which only the first character counts.
    Letters(char),
}

impl Look {
    /// Returns `true` if two looks are equal except for a small difference in colour.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let colours = match (self.colour, other.colour) {
            (Some(one), Some(other)) => is_near(one, other),
            (one, other) => one == other,
        };
        colours
            && Self {
                colour: other.colour,
                ..*self
            } == *other
    }
}

impl Label {
    pub(crate) fn of(text: &str) -> Self {
        let is_number = |word: &str| word.parse::<i64>().is_ok();
        let mut words = words_of(text).peekable();
        match (words.peek(), text.trim().chars().next()) {
            (None, _) | (_, None) => Self::None,
            (_, Some(first)) => match words.all(is_number) {
                true => Self::Numbers,
                false => Self::Letters(first.to_ascii_uppercase()),
            },
        }
    }
}

/// Minimum difference in weight at which the rule of a plain line is preferred to a rule about marked ends. The
/// difference is that large only if the text names the line's colour for the plain rule, and another colour for the
/// other rule.
const COLOUR_MATTERS: u32 = 8;

/// Maximum distance of an arrow's start from the rim of its bulb, in cells.
const RIM: f64 = 0.12;

/// Maximum number of strokes to compare with each other. The limit bounds the work, because every pair is compared.
/// Pictures with more strokes are paintings.
const MOST_JOINED: usize = 200;

/// Splits a drawing's text into words at white space and commas.
pub(crate) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
}

/// Assembles sketches into members. `weight` returns the weight of the likeliest rule of the text that could be drawn
/// with a given look. Marks at the ends of a line stay separate members if no rule of the text is drawn as a line with
/// such ends.
pub(crate) fn assemble(
    sketches: Vec<Sketch>,
    layout: &Layout,
    weight: impl Fn(&Look) -> Option<u32>,
) -> Vec<Member> {
    let mut assembly = Assembly::of(sketches, layout);
    // The order matters, because each step takes elements that later, more general steps would otherwise use.
    assembly.heads();
    assembly.arrows();
    assembly.little_killers();
    assembly.pointers(&weight);
    assembly.signs();
    assembly.lines(&weight);
    assembly.branches();
    assembly.corners();
    assembly.marks(&weight);
    assembly.cages();
    assembly.members
}

struct Assembly<'l> {
    layout: &'l Layout,
    strokes: Vec<(usize, Stroke)>,
    marks: Vec<(usize, Mark)>,
    cages: Vec<(usize, Outline)>,
    /// Heads that are drawn apart from their lines: the index of the head by the index of the line.
    heads: HashMap<usize, usize>,
    /// Indices of elements that belong to a member.
    taken: HashSet<usize>,
    members: Vec<Member>,
}

impl<'l> Assembly<'l> {
    fn of(sketches: Vec<Sketch>, layout: &'l Layout) -> Self {
        let mut assembly = Self {
            layout,
            strokes: vec![],
            marks: vec![],
            cages: vec![],
            heads: HashMap::new(),
            taken: HashSet::new(),
            members: vec![],
        };
        for Sketch { index, kind } in sketches {
            match kind {
                Kind::Stroke(stroke) => assembly.strokes.push((index, stroke)),
                Kind::Mark(mark) => assembly.marks.push((index, mark)),
                Kind::Cage(cage) => assembly.cages.push((index, cage)),
            }
        }
        assembly
    }

    fn add(&mut self, member: Member) {
        self.taken.extend(&member.elements);
        self.members.push(member);
    }

    /// Returns the mark that can be the bulb of a line starting in a cell, and the cells that the mark covers.
    fn bulb_at(&self, cell: Cell) -> Option<(usize, Vec<Cell>)> {
        self.marks.iter().find_map(|(index, mark)| {
            let pill = mark.pill_cells(self.layout);
            let is_round = mark.shape == MarkShape::Circle && mark.is_large();
            match (pill.contains(&cell), &mark.spot) {
                (true, _) if is_round => Some((*index, pill)),
                (_, Spot::Cell(at)) if *at == cell && is_round => Some((*index, vec![cell])),
                _ => None,
            }
        })
    }

    /// Returns the large circle that contains a point or has its rim close to the point, and the circle's cell.
    fn bulb_beside(&self, point: Point) -> Option<(usize, Vec<Cell>)> {
        self.marks.iter().find_map(|(index, mark)| {
            let apart = (mark.centre.0 - point.0).hypot(mark.centre.1 - point.1);
            let is_round = mark.shape == MarkShape::Circle && mark.is_large();
            match mark.spot {
                Spot::Cell(cell) if is_round && apart <= mark.size.0 / 2.0 + RIM => {
                    Some((*index, vec![cell]))
                }
                _ => None,
            }
        })
    }

    /// Attaches heads that are drawn as separate short arrows. A head belongs to the only line of its colour that ends
    /// in the head's cell.
    fn heads(&mut self) {
        let heads: Vec<(usize, Stroke)> = self
            .strokes
            .iter()
            .filter(|(_, stroke)| stroke.has_head && stroke.cells.len() == 1)
            .cloned()
            .collect();
        for (head, tip) in heads {
            let ends_here = |(_, stroke): &&mut (usize, Stroke)| {
                let is_line = !stroke.has_head && stroke.cells.len() > 1;
                is_line && stroke.colour == tip.colour && stroke.ends().contains(&tip.cells[0])
            };
            let mut lines: Vec<&mut (usize, Stroke)> =
                self.strokes.iter_mut().filter(ends_here).collect();
            // If two lines end at the head, it could belong to either.
            if let [(index, line)] = lines.as_mut_slice() {
                line.add_head(tip.cells[0]);
                self.heads.insert(*index, head);
                self.taken.insert(head);
            }
        }
    }

    fn arrows(&mut self) {
        let arrows: Vec<(usize, Stroke)> = self
            .strokes
            .iter()
            .filter(|(_, stroke)| stroke.has_head)
            .cloned()
            .collect();
        let mut bulbs = vec![];
        for (index, stroke) in arrows {
            let Some(&first) = stroke.cells.first().filter(|_| stroke.cells.len() > 1) else {
                continue;
            };
            // An arrow may start at the rim of its bulb, so that its first cell is already outside the bulb.
            let bulb = self.bulb_at(first);
            let Some((bulb, cells)) = bulb.or_else(|| self.bulb_beside(stroke.points[0])) else {
                continue;
            };
            let mut shaft = stroke.cells.clone();
            shaft.retain(|cell| !cells.contains(cell));
            if shaft.is_empty() {
                continue;
            }
            let colour = self
                .marks
                .iter()
                .find(|(at, _)| *at == bulb)
                .and_then(|(_, mark)| mark.colour);
            bulbs.push(bulb);
            self.add(Member {
                look: Look {
                    form: Form::Arrow,
                    shape: Some(MarkShape::Circle),
                    ends: Ends::Bulb,
                    colour,
                    label: Label::None,
                },
                cells: shaft,
                bulb: cells,
                seat: None,
                text: String::new(),
                elements: self.elements_of(index, bulb),
            });
        }
        // A second shape at the position of a bulb is its outline.
        self.take_outlines(&bulbs);
        // A branch can itself have branches, so the search is repeated until it finds none.
        while let Some(branch) = self.find_arrow_branch() {
            self.add(branch);
        }
    }

    /// Finds an arrow that has no bulb because it branches off the shaft of a similar arrow. The branch shares that
    /// arrow's bulb and the first part of its shaft. Returns `None` if there is no such branch, or if it begins on
    /// several shafts that lead to the bulb through different cells.
    fn find_arrow_branch(&self) -> Option<Member> {
        self.strokes.iter().find_map(|(index, stroke)| {
            let is_open = stroke.has_head && stroke.cells.len() > 1 && !self.taken.contains(index);
            let start = stroke.cells.first().filter(|_| is_open)?;
            let stems: BTreeMap<&[Cell], &Member> = self
                .members
                .iter()
                .filter(|member| self.is_arrow_like(member, stroke))
                .filter_map(|member| {
                    let at = member.cells.iter().position(|cell| cell == start)?;
                    Some((&member.cells[..at], member))
                })
                .collect();
            let (trunk, stem) = stems.iter().next().filter(|_| stems.len() == 1)?;
            let head = self.heads.get(index).copied();
            Some(Member {
                cells: [trunk, stroke.cells.as_slice()].concat(),
                elements: [*index].into_iter().chain(head).collect(),
                ..(*stem).clone()
            })
        })
    }

    /// Returns `true` if a member is an arrow whose shaft looks like the given stroke.
    fn is_arrow_like(&self, member: &Member, stroke: &Stroke) -> bool {
        let mut strokes = self.strokes.iter();
        // The shaft is always the first element of an arrow.
        let shaft = strokes.find(|(index, _)| member.elements.first() == Some(index));
        member.look.form == Form::Arrow && shaft.is_some_and(|(_, shaft)| shaft.is_like(stroke))
    }

    /// Returns the elements of an arrow: its shaft, its bulb, and its head if the head is an element of its own.
    fn elements_of(&self, shaft: usize, bulb: usize) -> Vec<usize> {
        let head = self.heads.get(&shaft).copied();
        [shaft, bulb].into_iter().chain(head).collect()
    }

    /// Assigns marks without text to the member of the mark in `marks` that is drawn in the same position.
    fn take_outlines(&mut self, marks: &[usize]) {
        for &mark in marks {
            let Some((_, of)) = self.marks.iter().find(|(index, _)| *index == mark) else {
                continue;
            };
            // A circle around a diamond is a separate mark.
            let is_diamond = |mark: &Mark| mark.shape == MarkShape::Diamond;
            let same = |other: &Mark| {
                other.spot == of.spot
                    && is_diamond(other) == is_diamond(of)
                    && other.text.is_empty()
                    && (other.centre.0 - of.centre.0).abs() < 0.1
                    && (other.centre.1 - of.centre.1).abs() < 0.1
            };
            let outlines: Vec<usize> = self
                .marks
                .iter()
                .filter(|(index, other)| !self.taken.contains(index) && same(other))
                .map(|(index, _)| *index)
                .collect();
            let member = self
                .members
                .iter_mut()
                .find(|member| member.elements.contains(&mark));
            if let Some(member) = member {
                member.elements.extend(&outlines);
                self.taken.extend(outlines);
            }
        }
    }

    /// Adds numbers outside the grid that have an arrow along a diagonal.
    fn little_killers(&mut self) {
        let texts: Vec<(usize, Mark)> = self.open_marks(|mark| {
            matches!(mark.spot, Spot::Outside(_)) && Label::of(&mark.text) == Label::Numbers
        });
        for (index, mark) in texts {
            let near = |point: Point| {
                (point.0 - mark.centre.0)
                    .abs()
                    .max((point.1 - mark.centre.1).abs())
                    <= 0.9
            };
            let arrow = self.strokes.iter().find_map(|(at, stroke)| {
                let (first, last) = (stroke.points[0], *stroke.points.last()?);
                let (down, right) = (last.0 - first.0, last.1 - first.1);
                let is_diagonal =
                    (down.abs() - right.abs()).abs() < 0.2 * down.abs().max(right.abs());
                (stroke.has_head && !self.taken.contains(at) && is_diagonal && near(first))
                    .then_some((*at, (down.signum() as i32, right.signum() as i32)))
            });
            let Spot::Outside(place) = mark.spot else {
                continue;
            };
            let Some((arrow, step)) = arrow else {
                continue;
            };
            self.add(Member {
                look: Look {
                    form: Form::Diagonal,
                    shape: None,
                    ends: Ends::None,
                    colour: None,
                    label: Label::Numbers,
                },
                cells: self.layout.diagonal_seen_from(place, step),
                bulb: vec![],
                seat: Some((place, Some(step))),
                text: mark.text,
                elements: vec![index, arrow],
            });
        }
    }

    /// Adds arrows within cells, if some rule of the text is drawn as such arrows. Arrows on top of each other, such as an
    /// arrow and its outline, become one member.
    fn pointers(&mut self, weight: &impl Fn(&Look) -> Option<u32>) {
        if weight(&pointers::look()).is_none() {
            return;
        }
        let mut found: BTreeMap<(Cell, pointers::Step), Vec<usize>> = BTreeMap::new();
        let open = self.strokes.iter();
        for (index, stroke) in open.filter(|(index, _)| !self.taken.contains(index)) {
            if let Some(pointer) = pointers::of_stroke(stroke) {
                found.entry(pointer).or_default().push(*index);
            }
        }
        for (index, mark) in self.open_marks(|mark| matches!(mark.spot, Spot::Cell(_))) {
            if let (Spot::Cell(cell), Some(step)) = (&mark.spot, pointers::of_mark(&mark)) {
                found.entry((*cell, step)).or_default().push(index);
            }
        }
        for ((cell, step), elements) in found {
            let ahead = pointers::cells_ahead(cell, step, self.layout);
            self.add(Member {
                look: pointers::look(),
                cells: [vec![cell], ahead].concat(),
                bulb: vec![],
                seat: None,
                text: pointers::SIGN.to_string(),
                elements,
            });
        }
    }

    fn open_marks(&self, wanted: impl Fn(&Mark) -> bool) -> Vec<(usize, Mark)> {
        let open = self.marks.iter();
        open.filter(|(index, mark)| !self.taken.contains(index) && wanted(mark))
            .cloned()
            .collect()
    }

    fn lines(&mut self, weight: &impl Fn(&Look) -> Option<u32>) {
        let mut lines: Vec<(usize, Stroke)> = self
            .strokes
            .iter()
            .filter(|(index, stroke)| {
                !stroke.has_head && stroke.cells.len() > 1 && !self.taken.contains(index)
            })
            .cloned()
            .collect();
        let mut stacks: BTreeMap<Vec<Cell>, Vec<&(usize, Stroke)>> = BTreeMap::new();
        for line in &lines {
            let key = line.1.cells.clone();
            let reversed = key.iter().rev().copied().collect();
            // A stroke in the opposite direction covers the same cells, so both directions share a key.
            stacks.entry(key.min(reversed)).or_default().push(line);
        }
        let tops: HashMap<usize, Vec<usize>> = stacks
            .values()
            .flat_map(|stack| self.tops(stack, weight))
            .collect();
        lines.retain(|(index, _)| tops.contains_key(index));
        let lines = lines.into_iter().map(|(index, stroke)| {
            let elements = [&[index], tops[&index].as_slice()].concat();
            (elements, stroke)
        });
        // Hidden strokes are removed first, because they would seem to cross the lines on which they lie.
        let lines = self.without_parts(lines.collect());
        let lines = self.trees(lines, weight);
        for (elements, stroke) in self.join(lines) {
            self.line(&stroke, elements, weight);
        }
    }

    /// Drops strokes that are hidden because they lie on a longer stroke of the same look. A stroke stays if one of its
    /// ends has a mark and is not an end of the longer stroke.
    fn without_parts(&self, mut lines: Vec<(Vec<usize>, Stroke)>) -> Vec<(Vec<usize>, Stroke)> {
        if lines.len() > MOST_JOINED {
            return lines;
        }
        let mut at = 0;
        while at < lines.len() {
            let part = &lines[at].1;
            let is_whole = |(_, whole): &(Vec<usize>, Stroke)| {
                let mut ends = part.ends().into_iter();
                part.is_part_of(whole)
                    && ends.all(|end| {
                        whole.ends().contains(&end) || self.end_mark(end, part).is_none()
                    })
            };
            match lines.iter().position(is_whole) {
                Some(whole) => {
                    let elements = std::mem::take(&mut lines[at].0);
                    lines[whole].0.extend(elements);
                    // `at` does not advance, because the next line has moved to this index.
                    lines.remove(at);
                }
                None => at += 1,
            }
        }
        lines
    }

    /// Adds branching thermometers with one bulb, and returns the remaining lines.
    fn trees(
        &mut self,
        lines: Vec<(Vec<usize>, Stroke)>,
        weight: &impl Fn(&Look) -> Option<u32>,
    ) -> Vec<(Vec<usize>, Stroke)> {
        if lines.len() > MOST_JOINED {
            return lines;
        }
        let mut taken: HashSet<usize> = HashSet::new();
        for (first, (_, stroke)) in lines.iter().enumerate() {
            // All strokes of a look are connected together, so only the first stroke of each look is considered.
            let is_first = !lines[..first]
                .iter()
                .any(|(_, other)| other.is_like(stroke));
            if !is_first || weight(&line_look(stroke, Ends::Bulb)).is_none() {
                continue;
            }
            let alike = lines.iter().enumerate();
            let alike = alike.filter(|(_, (_, other))| other.is_like(stroke));
            let alike: Vec<(usize, &[Cell])> = alike
                .map(|(index, (_, other))| (index, other.cells.as_slice()))
                .collect();
            // A line without a bulb may state another rule, so it must not become a branch.
            let may_be_plain = weight(&line_look(stroke, Ends::None)).is_some();
            let found = trees::connect(&alike).into_iter();
            for tree in found.filter(|tree| !may_be_plain || tree.strokes.len() == 1) {
                let Some((mark, arms)) = self.arms_of(&tree, stroke) else {
                    continue;
                };
                let strokes = tree.strokes.iter();
                let elements = strokes.flat_map(|&at| lines[at].0.iter().copied());
                let elements: Vec<usize> = elements.chain([mark]).collect();
                for cells in arms {
                    self.add(Member {
                        look: line_look(stroke, Ends::Bulb),
                        cells,
                        bulb: vec![],
                        seat: None,
                        text: String::new(),
                        elements: elements.clone(),
                    });
                }
                self.take_outlines(&[mark]);
                taken.extend(&tree.strokes);
            }
        }
        let rest = lines.into_iter().enumerate();
        let rest = rest.filter(|(index, _)| !taken.contains(index));
        rest.map(|(_, line)| line).collect()
    }

    /// Returns the bulb of a tree of strokes, and the arms of the tree. Returns `None` unless the tree has exactly one
    /// bulb. Also returns `None` for a single stroke without branches, for a graph with a cycle, and for a tree that
    /// may be several lines.
    fn arms_of(&self, tree: &Tree, stroke: &Stroke) -> Option<(usize, Vec<Vec<Cell>>)> {
        let bulb = |cell| {
            let mark = self.end_mark(cell, stroke).filter(|mark| mark.is_bulb)?;
            Some((cell, mark.index))
        };
        let bulbs: Vec<(Cell, usize)> = tree.cells().filter_map(bulb).collect();
        let [(root, mark)] = bulbs[..] else {
            return None;
        };
        let is_simple = tree.strokes.len() == 1 && !tree.has_branches();
        if is_simple || tree.has_crossings(root) {
            return None;
        }
        Some((mark, tree.arms(root)?))
    }

    /// Returns the strokes that are kept from a stack of strokes along the same cells: the topmost one and, if that is
    /// not a thermometer, a thermometer below it. The second component of each pair lists the strokes that are only
    /// outlines.
    fn tops(
        &self,
        stack: &[&(usize, Stroke)],
        weight: &impl Fn(&Look) -> Option<u32>,
    ) -> Vec<(usize, Vec<usize>)> {
        let Some((&last, mut lower)) = stack.split_last() else {
            return vec![];
        };
        let mut tip = last;
        // A white line on a wider line of another colour makes the wider line look hollow.
        if let Some((&wider, rest)) = lower.split_last()
            && tip.1.colour.is_called("white")
            && wider.1.thickness > tip.1.thickness
            && weight(&line_look(&wider.1, Ends::None)) > weight(&line_look(&tip.1, Ends::None))
        {
            (tip, lower) = (wider, rest);
        }
        let (top, topmost) = tip;
        let hollow = (last.0 != *top).then_some(last.0);
        let mut hidden = lower
            .iter()
            .rev()
            .filter(|_| !self.has_bulb(topmost, weight));
        let hidden = hidden.find(|(_, stroke)| self.has_bulb(stroke, weight));
        let hidden = hidden.map(|(index, _)| *index);
        let outlines = lower.iter().map(|(index, _)| *index);
        let outlines = outlines.filter(|&index| Some(index) != hidden);
        let outlines = outlines.chain(hollow).collect();
        let hidden = hidden.map(|index| (index, vec![]));
        hidden.into_iter().chain([(*top, outlines)]).collect()
    }

    /// Returns `true` if a line may be a thermometer, judging by the marks at its ends.
    fn has_bulb(&self, stroke: &Stroke, weight: &impl Fn(&Look) -> Option<u32>) -> bool {
        let mut ends = stroke.ends().into_iter();
        weight(&line_look(stroke, Ends::Bulb)).is_some()
            && ends.any(|end| self.end_mark(end, stroke).is_some_and(|mark| mark.is_bulb))
    }

    /// Joins strokes of the same look that meet end to end. `are_one_line` lists the exceptions.
    fn join(&self, mut lines: Vec<(Vec<usize>, Stroke)>) -> Vec<(Vec<usize>, Stroke)> {
        if lines.len() > MOST_JOINED {
            return lines;
        }
        while let Some((one, other)) = self.find_joint(&lines) {
            // `one` is the lesser index, so `swap_remove` cannot move that line.
            let (elements, stroke) = lines.swap_remove(other);
            lines[one].0.extend(elements);
            lines[one].1.append(stroke);
        }
        lines
    }

    /// Returns the indices of two strokes that form one line, the lesser index first.
    fn find_joint(&self, lines: &[(Vec<usize>, Stroke)]) -> Option<(usize, usize)> {
        let strokes: Vec<&Stroke> = lines.iter().map(|(_, stroke)| stroke).collect();
        (0..strokes.len()).find_map(|other| {
            let one = (0..other).find(|&one| self.are_one_line(one, other, &strokes))?;
            Some((one, other))
        })
    }

    fn are_one_line(&self, one: usize, other: usize, strokes: &[&Stroke]) -> bool {
        let (first, second) = (strokes[one], strokes[other]);
        let Some(joint) = first.joint(second).filter(|_| first.is_like(second)) else {
            return false;
        };
        // A third stroke at the joint could continue either stroke, so neither is extended.
        let rest = strokes.iter().enumerate();
        let is_crossed = rest
            .filter(|(index, _)| *index != one && *index != other)
            .any(|(_, stroke)| stroke.is_like(first) && stroke.cells.contains(&joint));
        let has_bulb = |stroke: &Stroke| {
            let mut ends = stroke.ends().into_iter().filter(|&end| end != joint);
            ends.any(|end| self.end_mark(end, stroke).is_some_and(|mark| mark.is_bulb))
        };
        let is_marked = self.end_mark(joint, first).is_some();
        // A diagonal of the grid can state a rule by itself, so it must keep its ends.
        let are_diagonals = self.is_across(first) || self.is_across(second);
        // A thermometer has one bulb, so two bulbs belong to two thermometers that meet at their tips.
        let have_bulbs = has_bulb(first) && has_bulb(second);
        !(is_crossed || is_marked || are_diagonals || have_bulbs)
    }

    /// Adds inequality signs that are drawn as two strokes with the tip between two cells.
    fn signs(&mut self) {
        let strokes: Vec<(usize, Stroke)> = self.strokes.clone();
        for (index, stroke) in strokes {
            if let Some(cells) = stroke.find_compared(self.layout) {
                self.add(Member {
                    look: edge_look(Label::Letters('>')),
                    cells: cells.to_vec(),
                    bulb: vec![],
                    seat: None,
                    text: ">".to_owned(),
                    elements: vec![index],
                });
            }
        }
    }

    fn line(
        &mut self,
        stroke: &Stroke,
        elements: Vec<usize>,
        weight: &impl Fn(&Look) -> Option<u32>,
    ) {
        let (look, marks, pieces) = self.find_ends(stroke, weight);
        for cells in pieces {
            self.add(Member {
                look,
                cells,
                bulb: vec![],
                seat: None,
                text: String::new(),
                elements: [elements.as_slice(), &marks].concat(),
            });
        }
        self.take_outlines(&marks);
    }

    /// Returns the look of a line together with its marks, the indices of these marks, and the pieces into which the
    /// marks cut the line.
    fn find_ends(
        &self,
        stroke: &Stroke,
        weight: &impl Fn(&Look) -> Option<u32>,
    ) -> (Look, Vec<usize>, Vec<Vec<Cell>>) {
        let [first, last] = stroke.ends();
        let [start, end] = [first, last].map(|cell| self.end_mark(cell, stroke));
        let plain = self.plain_look(stroke, weight);
        // The mark at both ends of a closed line is the same, so such a line does not run between two marks.
        if let (Some(one), Some(other)) = (start, end)
            && one.shape == other.shape
            && first != last
        {
            let ends = match one.shape {
                MarkShape::Diamond => Ends::Diamonds,
                _ => Ends::Circles,
            };
            let both = line_look(stroke, ends);
            // If the text names the line's colour for a plain rule, a rule about marked ends in another colour does not
            // apply.
            let least = weight(&plain).unwrap_or(0);
            if weight(&both).is_some_and(|weight| weight + COLOUR_MATTERS > least) {
                let mut marks = vec![one.index, other.index];
                let pieces = self.cut(&stroke.cells, &mut marks, stroke);
                return (both, marks, pieces);
            }
        }
        let begun = line_look(stroke, Ends::Diamond);
        if weight(&begun).is_some()
            && let Some((mark, cells)) = begin_at_diamond(stroke, start, end)
        {
            return (begun, vec![mark], vec![cells]);
        }
        let bulbed = line_look(stroke, Ends::Bulb);
        let bulb = weight(&bulbed).and_then(|_| self.bulb_of(stroke));
        match bulb {
            Some((mark, pieces)) => (bulbed, vec![mark], pieces),
            None => (plain, vec![], vec![stroke.cells.clone()]),
        }
    }

    /// Returns the look of a line without marks at its ends. A line along a diagonal of the grid is an ordinary line if
    /// the text has a rule for such a line and no rule for diagonals.
    fn plain_look(&self, stroke: &Stroke, weight: &impl Fn(&Look) -> Option<u32>) -> Look {
        let line = line_look(stroke, Ends::None);
        let across = Look {
            form: Form::Across,
            ..line
        };
        let is_across = self.is_across(stroke);
        match is_across && (weight(&across).is_some() || weight(&line).is_none()) {
            true => across,
            false => line,
        }
    }

    /// Returns the bulb of a thermometer and the arms that start from it. There are two arms if the bulb is in the
    /// middle of the line, and one otherwise.
    fn bulb_of(&self, stroke: &Stroke) -> Option<(usize, Vec<Vec<Cell>>)> {
        let cells = &stroke.cells;
        let backwards = |cells: &[Cell]| cells.iter().rev().copied().collect();
        let [start, end] = stroke.ends().map(|cell| self.end_mark(cell, stroke));
        let same = |mark: Option<EndMark>| mark.filter(|mark| mark.is_bulb);
        let alike = |mark: Option<EndMark>| mark.filter(|mark| mark.is_almost_bulb);
        match [same(start), same(end), alike(start), alike(end)] {
            [Some(bulb), ..] | [None, None, Some(bulb), None] => {
                Some((bulb.index, vec![cells.clone()]))
            }
            [None, Some(bulb), ..] | [None, None, None, Some(bulb)] => {
                Some((bulb.index, vec![backwards(cells)]))
            }
            _ => {
                let (at, bulb) = self.bulb_on_the_way(stroke)?;
                Some((bulb, vec![backwards(&cells[..=at]), cells[at..].to_vec()]))
            }
        }
    }

    /// Returns the position of the only bulb between the ends of a line, and the bulb's index. Bulbs at which a line
    /// ends do not count. Returns `None` unless there is exactly one such bulb.
    fn bulb_on_the_way(&self, stroke: &Stroke) -> Option<(usize, usize)> {
        let cells = &stroke.cells;
        let is_end = |cell| {
            let mut strokes = self.strokes.iter();
            strokes.any(|(_, stroke)| !stroke.cells.is_empty() && stroke.ends().contains(&cell))
        };
        let mut bulbs = (1..cells.len() - 1).filter_map(|at| {
            let mark = self.end_mark(cells[at], stroke)?;
            (mark.is_bulb && !is_end(cells[at])).then_some((at, mark.index))
        });
        bulbs.next().filter(|_| bulbs.next().is_none())
    }

    /// Cuts a line at the inner marks that look like the mark at its end. Returns the pieces, and adds the inner marks
    /// to `marks`.
    fn cut(&self, cells: &[Cell], marks: &mut Vec<usize>, stroke: &Stroke) -> Vec<Vec<Cell>> {
        let shape = |index| {
            let mut all = self.marks.iter();
            all.find_map(|(at, mark)| (*at == index).then_some((mark.shape, mark.colour)))
        };
        let end = shape(marks[0]);
        let mut pieces = vec![];
        let mut start = 0;
        for at in 1..cells.len() - 1 {
            let mark = self.end_mark(cells[at], stroke);
            if let Some(mark) = mark.filter(|mark| shape(mark.index) == end) {
                marks.push(mark.index);
                pieces.push(cells[start..=at].to_vec());
                start = at;
            }
        }
        pieces.push(cells[start..].to_vec());
        pieces
    }

    fn is_across(&self, stroke: &Stroke) -> bool {
        let side = usize::from(self.layout.rows);
        let cells = &stroke.cells;
        let place = |cell: &Cell| self.layout.place(*cell);
        self.layout.rows == self.layout.columns
            && cells.len() == side
            && side > 3
            && (cells.iter().all(|cell| place(cell).0 == place(cell).1)
                || cells.iter().all(|cell| {
                    usize::from(place(cell).0) + usize::from(place(cell).1) == side - 1
                }))
    }

    /// Returns the mark in a cell of a line, if there is a mark that may belong to the line.
    fn end_mark(&self, cell: Cell, stroke: &Stroke) -> Option<EndMark> {
        let candidates = self.marks.iter().filter(|(_, mark)| {
            mark.spot == Spot::Cell(cell)
                && mark.is_large()
                && mark.text.is_empty()
                && mark.shape != MarkShape::Bare
                && mark.pill_cells(self.layout).is_empty()
        });
        let marks: Vec<&(usize, Mark)> = candidates.collect();
        let same = |mark: &Mark| {
            mark.colour
                .is_some_and(|colour| is_near(colour, stroke.colour))
        };
        let alike = |mark: &Mark| {
            mark.colour
                .is_some_and(|colour| colour.is_a_shade_of(stroke.colour))
        };
        // A cell can have several marks, so one in the colour of the line is preferred.
        let chosen = marks
            .iter()
            .find(|(_, mark)| same(mark))
            .or(marks.first())?;
        Some(EndMark {
            index: chosen.0,
            shape: chosen.1.shape,
            is_bulb: chosen.1.is_filled && same(&chosen.1) && chosen.1.shape != MarkShape::Diamond,
            is_almost_bulb: chosen.1.is_filled
                && alike(&chosen.1)
                && chosen.1.shape == MarkShape::Circle,
        })
    }

    /// Turns lines without a bulb into branches of a thermometer of the same colour if exactly one of their ends lies
    /// on it.
    fn branches(&mut self) {
        let stems: Vec<(Option<Colour>, Vec<Cell>)> = self
            .members
            .iter()
            .filter(|member| member.look.form == Form::Line && member.look.ends == Ends::Bulb)
            .map(|member| (member.look.colour, member.cells.clone()))
            .collect();
        for member in &mut self.members {
            if member.look.form != Form::Line || member.look.ends != Ends::None {
                continue;
            }
            let stem = stems
                .iter()
                .filter(|(colour, _)| match (colour, member.look.colour) {
                    (Some(one), Some(other)) => is_near(*one, other),
                    _ => false,
                });
            let joint = stem.into_iter().find_map(|(_, cells)| {
                let at = |cell: Option<&Cell>| cells.iter().position(|c| Some(c) == cell);
                let from_start = at(member.cells.first());
                let from_end = at(member.cells.last());
                // With both ends on the stem a line would have no tip, so it is not a branch.
                match (from_start, from_end) {
                    (Some(at), None) => Some((cells[..at].to_vec(), false)),
                    (None, Some(at)) => Some((cells[..at].to_vec(), true)),
                    _ => None,
                }
            });
            if let Some((mut trunk, is_reversed)) = joint {
                if is_reversed {
                    member.cells.reverse();
                }
                trunk.append(&mut member.cells);
                member.cells = trunk;
                member.look.ends = Ends::Bulb;
            }
        }
    }

    /// Adds circles where four cells meet, with the digits in them, which may be separate elements.
    fn corners(&mut self) {
        let circles = self.open_marks(|mark| {
            matches!(mark.spot, Spot::Corner(_)) && mark.shape != MarkShape::Bare
        });
        let mut done: HashSet<usize> = HashSet::new();
        for (index, circle) in circles {
            // `circles` was listed before members were added, so a part of an earlier member can still be in it.
            if done.contains(&index) {
                continue;
            }
            let Spot::Corner(cells) = circle.spot else {
                continue;
            };
            let near = |mark: &Mark| {
                (mark.centre.0 - circle.centre.0).abs() < 0.3
                    && (mark.centre.1 - circle.centre.1).abs() < 0.3
            };
            let parts = self.open_marks(near);
            let texts = parts.iter().map(|(_, mark)| mark.text.as_str());
            let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
            let text = texts.join(" ");
            let elements: Vec<usize> = parts.iter().map(|(index, _)| *index).collect();
            done.extend(&elements);
            self.add(Member {
                look: Look {
                    form: Form::Corner,
                    shape: Some(circle.shape),
                    ends: Ends::None,
                    colour: circle.colour,
                    label: Label::of(&text),
                },
                cells: cells.to_vec(),
                bulb: vec![],
                seat: None,
                text,
                elements,
            });
        }
    }

    /// Adds all other marks. Marks in the same position become one member.
    fn marks(&mut self, weight: &impl Fn(&Look) -> Option<u32>) {
        let mut places: BTreeMap<Spot, Vec<(usize, Mark)>> = BTreeMap::new();
        for (index, mark) in self.open_marks(|_| true) {
            places
                .entry(mark.spot.clone())
                .or_default()
                .push((index, mark));
        }
        for (spot, parts) in places {
            self.mark(&spot, &parts, weight);
        }
    }

    fn mark(
        &mut self,
        spot: &Spot,
        parts: &[(usize, Mark)],
        weight: &impl Fn(&Look) -> Option<u32>,
    ) {
        let (form, cells) = match spot {
            Spot::Cell(cell) => (Form::Cell, vec![*cell]),
            Spot::Edge(cells) => (Form::Edge, cells.to_vec()),
            Spot::Corner(cells) => (Form::Corner, cells.to_vec()),
            Spot::Outside(_) => (Form::Outside, vec![]),
        };
        // Later elements are drawn on top of earlier ones, so the last shape determines the look.
        let drawn = parts
            .iter()
            .rev()
            .find(|(_, mark)| mark.shape != MarkShape::Bare);
        let texts = parts.iter().map(|(_, mark)| mark.text.as_str());
        let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
        let text = texts.join(" ");
        let shape = drawn.map_or(MarkShape::Bare, |(_, mark)| mark.shape);
        let colour = drawn.or(parts.last()).and_then(|(_, mark)| mark.colour);
        let seat = match spot {
            Spot::Outside(place) => Some((*place, None)),
            _ => None,
        };
        let (cells, text) = match spot {
            Spot::Edge(pair) => match compared(sign(&text, weight), parts, *pair, self.layout) {
                Some(pair) => (pair.to_vec(), ">".to_owned()),
                None => (cells, text),
            },
            _ => (cells, text),
        };
        // A text on an edge states the same clue with and without a box around it.
        let is_paper = form == Form::Edge && shape == MarkShape::Square && !text.is_empty();
        let is_beside = form == Form::Outside;
        self.add(Member {
            look: Look {
                form,
                shape: (!is_beside).then_some(if is_paper { MarkShape::Bare } else { shape }),
                ends: Ends::None,
                colour: colour.filter(|_| !is_beside && shape != MarkShape::Bare && !is_paper),
                label: Label::of(&text),
            },
            cells,
            bulb: vec![],
            seat,
            text,
            elements: parts.iter().map(|(index, _)| *index).collect(),
        });
    }

    fn cages(&mut self) {
        for (index, cage) in std::mem::take(&mut self.cages) {
            self.add(Member {
                look: Look {
                    form: Form::Cage,
                    shape: None,
                    ends: Ends::None,
                    colour: cage.colour,
                    label: Label::of(&cage.text),
                },
                cells: cage.cells,
                bulb: vec![],
                seat: None,
                text: cage.text,
                elements: vec![index],
            });
        }
    }
}

/// Replaces a `V` with the inequality sign `∨` if the rules text mentions inequality signs and not the letter V.
/// Returns any other text unchanged.
fn sign<'t>(text: &'t str, weight: &impl Fn(&Look) -> Option<u32>) -> &'t str {
    let look = |letter| weight(&edge_look(Label::Letters(letter)));
    match text {
        "V" | "v" if look('V').is_none() && look('>').is_some() => "∨",
        text => text,
    }
}

/// Returns the look of a text on the edge between two cells.
fn edge_look(label: Label) -> Look {
    Look {
        form: Form::Edge,
        shape: Some(MarkShape::Bare),
        ends: Ends::None,
        colour: None,
        label,
    }
}

/// Returns the two cells that an inequality sign compares, the cell with the greater digit first. Returns `None` if the
/// text is not such a sign, or if it is rotated so that it points at neither cell.
fn compared(
    text: &str,
    parts: &[(usize, Mark)],
    [one, other]: [Cell; 2],
    layout: &Layout,
) -> Option<[Cell; 2]> {
    // The rotation of the sign from `>`, in degrees clockwise.
    let turned = match text {
        ">" | "＞" | "﹥" | "›" => 0.0,
        "˅" | "∨" | "⋁" | "﹀" | "⌄" => 90.0,
        "<" | "＜" | "﹤" | "‹" => 180.0,
        "^" | "Ʌ" | "Λ" | "˄" | "∧" | "⋀" | "︿" | "⌃" => 270.0,
        _ => return None,
    };
    let (_, mark) = parts.iter().find(|(_, mark)| !mark.text.is_empty())?;
    let quarter = ((turned + mark.angle) / 90.0).round().rem_euclid(4.0) as i32;
    let is_level = layout.place(one).0 == layout.place(other).0;
    match (quarter, is_level) {
        (0, true) | (1, false) => Some([one, other]),
        (2, true) | (3, false) => Some([other, one]),
        _ => None,
    }
}

/// A mark that may belong to a line, at an end of the line or between the ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EndMark {
    index: usize,
    shape: MarkShape,
    /// `true` if the mark looks like the bulb of a thermometer: filled in the colour of the line, and not a diamond.
    is_bulb: bool,
    /// `true` if the mark is a filled circle in any shade of the line's colour.
    is_almost_bulb: bool,
}

/// Returns the diamond and the cells of a line starting from it, if exactly one end of the line is a diamond.
fn begin_at_diamond(
    stroke: &Stroke,
    start: Option<EndMark>,
    end: Option<EndMark>,
) -> Option<(usize, Vec<Cell>)> {
    let is_diamond = |mark: &EndMark| mark.shape == MarkShape::Diamond;
    match (start.filter(is_diamond), end.filter(is_diamond)) {
        (Some(mark), None) => Some((mark.index, stroke.cells.clone())),
        (None, Some(mark)) => Some((mark.index, stroke.cells.iter().rev().copied().collect())),
        _ => None,
    }
}

/// Returns the look of a line with the given marks at its ends.
fn line_look(stroke: &Stroke, ends: Ends) -> Look {
    Look {
        form: Form::Line,
        shape: None,
        ends,
        colour: Some(stroke.colour),
        label: Label::None,
    }
}

/// Returns `true` if two colours look alike. Drawing tools give a bulb and its line slightly different colours.
fn is_near(one: Colour, other: Colour) -> bool {
    let apart = |a: u8, b: u8| a.abs_diff(b) <= 24;
    apart(one.0, other.0) && apart(one.1, other.1) && apart(one.2, other.2)
}
