//! The tokens of constraint text.

/// A constraint that is being written: `.name~shared~own`.
#[derive(Default)]
pub(crate) struct Token {
    name: &'static str,
    /// The leading arguments. Only tokens with equal leading arguments are merged.
    shared: Option<String>,
    own: String,
    /// The text after the arguments: the constraints inside a group, and its `.End`.
    inside: String,
    join: Join,
}

/// The rule by which a token merges with the next one.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Join {
    #[default]
    Never,
    /// The arguments of both tokens are joined with this separator.
    With(&'static str),
    /// A clue at the beginning of a line is merged with a following clue at the end of the same line.
    Sides,
}

impl Token {
    pub(crate) fn new(name: &'static str, own: impl Into<String>) -> Self {
        Self {
            name,
            own: own.into(),
            ..Self::default()
        }
    }

    /// Creates a token that merges with the next one if both have the same leading argument.
    pub(crate) fn with_shared(name: &'static str, shared: String, own: String) -> Self {
        Self {
            shared: Some(shared),
            // An empty argument begins a new list, so that both tokens keep their own cells.
            join: Join::With("~~"),
            ..Self::new(name, own)
        }
    }

    /// Creates the token of a clue at one end of a line: `3~` at its beginning, `~3` at its end.
    pub(crate) fn side(name: &'static str, line: String, own: String) -> Self {
        Self {
            shared: Some(line),
            join: Join::Sides,
            ..Self::new(name, own)
        }
    }

    /// Creates the token of a given. It merges with the next token if that is a given, too.
    pub(crate) fn for_given(own: String) -> Self {
        Self {
            join: Join::With("~"),
            ..Self::new("", own)
        }
    }

    /// Creates the token of a group around other tokens.
    pub(crate) fn group(name: &'static str, tokens: &[Self]) -> Self {
        let inner: String = tokens.iter().map(Self::text).collect();
        Self {
            inside: inner + ".End",
            ..Self::new(name, "")
        }
    }

    pub(crate) const fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn text(&self) -> String {
        let own = Some(&self.own).filter(|own| !own.is_empty());
        let arguments = self.shared.iter().chain(own);
        let arguments: String = arguments.map(|a| format!("~{a}")).collect();
        format!(".{}{arguments}{}", self.name, self.inside)
    }

    /// Merges the next token into this one if possible; returns `true` if it did.
    fn take_up(&mut self, next: &Self) -> bool {
        if (self.name, &self.shared, self.join) != (next.name, &next.shared, next.join) {
            return false;
        }
        match self.join {
            Join::Never => return false,
            Join::With(between) => {
                self.own.push_str(between);
                self.own.push_str(&next.own);
            }
            Join::Sides => match (self.own.strip_suffix('~'), next.own.strip_prefix('~')) {
                (Some(forward), Some(backward)) => self.own = format!("{forward}~{backward}"),
                // A token has room for one clue at each end, so two clues at the same end are not merged.
                _ => return false,
            },
        }
        true
    }
}

/// Merges neighbouring tokens where possible.
pub(crate) fn join_tokens(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = vec![];
    for token in tokens {
        if !joined.last_mut().is_some_and(|last| last.take_up(&token)) {
            joined.push(token);
        }
    }
    joined
}
