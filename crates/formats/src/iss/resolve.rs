//! Finds the types of items, and builds groups from the items up to their `.End`.

use super::forms;
use super::kit::{Item, Kind, Piece, Type};
use crate::kit::{ReadError, ReadOptions};

/// Maximum nesting depth of groups. Groups are read recursively, so deeper nesting could exhaust the stack.
const MAX_DEPTH: usize = 50;

/// The type of items that are left out because their name is unknown.
static UNKNOWN: Type = Type::of("", "", Kind::Unknown);

/// A constraint, with its type and, for a group, the constraints inside it.
pub(super) struct Constraint<'t> {
    pub(super) kind: &'static Type,
    pub(super) item: Item<'t>,
    pub(super) children: Vec<Constraint<'t>>,
}

/// Builds the constraints of a section from its items; fails if there are too many.
pub(super) fn constraints<'t>(
    items: impl Iterator<Item = Item<'t>>,
    room: &mut usize,
    options: &ReadOptions,
) -> Result<Vec<Constraint<'t>>, ReadError> {
    let mut open: Vec<Constraint> = vec![];
    let mut done = vec![];
    for item in items {
        let constraint = Constraint::new(item, options)?;
        let item = &constraint.item;
        *room = room
            .checked_sub(1)
            .ok_or_else(|| item.error("there are too many constraints"))?;
        match constraint.kind.kind {
            Kind::End => {
                let Some(group) = open.pop() else {
                    return Err(item
                        .error("`.End` does not close anything")
                        .help("an `.End` closes an `.Or`, `.And` or `.Replicate`"));
                };
                put(&mut open, &mut done, group);
            }
            Kind::Or | Kind::And | Kind::Replicate => {
                if open.len() == MAX_DEPTH {
                    return Err(item.error(format!(
                        "groups are nested more than {MAX_DEPTH} levels deep"
                    )));
                }
                open.push(constraint);
            }
            // A dot alone is a puzzle without constraints.
            Kind::Given if item.is_blank() => {}
            _ => put(&mut open, &mut done, constraint),
        }
    }
    match open.pop() {
        None => Ok(done),
        Some(group) => Err(group
            .item
            .error(format!("`.{}` has no `.End`", group.kind.name))
            .help("every `.Or`, `.And` and `.Replicate` is closed by its own `.End`, within its section")),
    }
}

/// Adds a constraint to the innermost open group, or to the top level.
fn put<'t>(
    open: &mut [Constraint<'t>],
    outside: &mut Vec<Constraint<'t>>,
    constraint: Constraint<'t>,
) {
    let group = open.last_mut();
    group
        .map_or(outside, |group| &mut group.children)
        .push(constraint);
}

impl<'t> Constraint<'t> {
    fn new(item: Item<'t>, options: &ReadOptions) -> Result<Self, ReadError> {
        let name = item.name();
        let kind = match forms::find(&name.text) {
            Some(kind) => kind,
            None if options.ignore_unknown => &UNKNOWN,
            None => return Err(unknown(&name)),
        };
        Ok(Self {
            kind,
            item,
            children: vec![],
        })
    }

    /// Returns the first unknown type name of this constraint or of one inside it.
    pub(super) fn unknown(&self) -> Option<Piece<'t>> {
        match self.kind.kind {
            Kind::Unknown => Some(self.item.name()),
            _ => self.children.iter().find_map(Self::unknown),
        }
    }

    /// Returns `true` if this constraint or one inside it passes a test.
    pub(super) fn any(&self, test: &impl Fn(&Item) -> bool) -> bool {
        test(&self.item) || self.children.iter().any(|child| child.any(test))
    }
}

fn unknown(name: &Piece) -> ReadError {
    let shown: String = name.text.chars().take(30).collect();
    let error = name.error(format!("`{shown}` is not a type of constraint"));
    match forms::nearest(&name.text) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("use `--ignore-unknown` to leave out unknown constraints"),
    }
}
