//! Parses formulas into syntax trees, by recursive descent with one token of lookahead (two before a binding).
//!
//! Operators, from loosest to tightest: `iff`, `implies`, `or`, `and`, `not`, comparisons and `in`, `except`, `+ -`,
//! `* / mod`, unary minus, `[…]`. Nesting and chains are limited, so that trees stay shallow.

use super::ast::{Binding, BindingKind, Comparison, Expr, ExprKind, Item, Name, Operator, Scan};
use super::error::{LanguageError, suggestion};
use super::token::{Token, tokens};
use std::ops::Range;

/// Maximum nesting depth, including parentheses. The parser is recursive, so deeper nesting could exhaust the stack.
const DEPTH: usize = 40;
/// Maximum length of a chain of operators such as `*` or `implies`. Each of these operators nests the formula one level deeper.
/// Chains of `+`, `and` and `or` do not nest, so they have no limit.
const CHAIN: usize = 16;
/// Maximum length of a formula, in bytes.
const LENGTH: usize = 50_000;

/// Reserved words, which cannot be names.
const KEYWORDS: &[&str] = &[
    "and", "or", "not", "implies", "iff", "in", "each", "some", "where", "if", "then", "else",
    "true", "false", "mod", "except",
];

/// Words that start a binding if a name or a parenthesis follows.
const BINDINGS: &[&str] = &[
    "adjacent", "pair", "mirrored", "matched", "window", "segment", "subset", "touching", "move",
    "square", "house", "row", "column", "box", "piece", "position", "digit",
];

/// Functions that may have a binding in their parentheses, such as `sum(c in cells: …)`.
const FOLDS: &[&str] = &[
    "sum",
    "count",
    "distinct",
    "equal",
    "min",
    "max",
    "connected",
];

/// Parses a formula or a number. The defaults of parameters are numbers in the same language.
pub(super) fn parse(text: &str) -> Result<Expr, LanguageError> {
    if text.len() > LENGTH {
        let message = format!(
            "the formula has {} bytes; the limit is {LENGTH}",
            text.len()
        );
        return Err(LanguageError::new(message, 0..0));
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
    };
    let expr = parser.expression()?;
    match parser.peek() {
        Token::End => Ok(expr),
        _ => Err(parser.error_expecting("an operator or the end")),
    }
}

struct Parser<'a> {
    tokens: Vec<(Token<'a>, Range<usize>)>,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, LanguageError>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        self.tokens[self.at].0
    }

    fn peek_second(&self) -> Token<'a> {
        self.tokens.get(self.at + 1).map_or(Token::End, |t| t.0)
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    /// Advances to the next token, but never past the end.
    fn bump(&mut self) -> Range<usize> {
        let span = self.span();
        // `peek` does not check its index, so the parser must never pass the last token, which is the end.
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn eat(&mut self, token: Token<'_>) -> bool {
        let found = self.peek() == token;
        if found {
            self.bump();
        }
        found
    }

    fn sign(&mut self, sign: &'static str) -> bool {
        self.eat(Token::Sign(sign))
    }

    fn word(&mut self, word: &str) -> bool {
        self.eat(Token::Word(word))
    }

    fn expect(&mut self, sign: &'static str, place: &str) -> Parsed<Range<usize>> {
        if self.peek() == Token::Sign(sign) {
            return Ok(self.bump());
        }
        Err(self.error_expecting(&format!("`{sign}` {place}")))
    }

    fn expect_word(&mut self, word: &'static str, place: &str) -> Parsed<()> {
        if self.word(word) {
            return Ok(());
        }
        Err(self.error_expecting(&format!("`{word}` {place}")))
    }

    fn error_expecting(&self, what: &str) -> LanguageError {
        let error = LanguageError::new(
            format!("expected {what}, found {}", self.peek()),
            self.span(),
        );
        match self.peek() {
            Token::Sign("=") => error.help("equality is written `==`"),
            Token::Word(word) => match suggestion(word, KEYWORDS.iter().copied()) {
                Some(help) if !KEYWORDS.contains(&word) => error.help(help),
                _ => error,
            },
            _ => error,
        }
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek() {
            Token::Word(word) if !KEYWORDS.contains(&word) => Ok(Name {
                text: word.to_owned(),
                span: self.bump(),
            }),
            _ => Err(self.error_expecting(what)),
        }
    }

    /// Parses an expression of the lowest precedence (`iff`). Fails if it is nested more than [`DEPTH`] levels deep.
    fn expression(&mut self) -> Parsed<Expr> {
        if self.depth == DEPTH {
            let message = format!("nested deeper than {DEPTH} levels");
            return Err(LanguageError::new(message, self.span()));
        }
        self.depth += 1;
        let expr = self.iff();
        self.depth -= 1;
        expr
    }

    fn iff(&mut self) -> Parsed<Expr> {
        self.chain(Self::implies, &[("iff", Operator::Iff)])
    }

    /// Parses a right-associative chain: `a implies b implies c` means `a implies (b implies c)`.
    fn implies(&mut self) -> Parsed<Expr> {
        let mut parts = vec![self.or()?];
        while self.word("implies") {
            self.limit_chain(parts.len())?;
            parts.push(self.or()?);
        }
        let last = parts.pop().expect("one part was pushed first");
        let join = |right, left| binary(Operator::Implies, left, right);
        Ok(parts.into_iter().rev().fold(last, join))
    }

    fn or(&mut self) -> Parsed<Expr> {
        self.many(Self::and, "or", ExprKind::Or)
    }

    fn and(&mut self) -> Parsed<Expr> {
        self.many(Self::not, "and", ExprKind::And)
    }

    fn many(
        &mut self,
        part: fn(&mut Self) -> Parsed<Expr>,
        word: &str,
        join: fn(Vec<Expr>) -> ExprKind,
    ) -> Parsed<Expr> {
        let first = part(self)?;
        if self.peek() != Token::Word(word) {
            return Ok(first);
        }
        let start = first.span.start;
        let mut parts = vec![first];
        while self.word(word) {
            parts.push(part(self)?);
        }
        let end = parts.last().map_or(start, |p| p.span.end);
        Ok(expr(join(parts), start..end))
    }

    fn not(&mut self) -> Parsed<Expr> {
        let start = self.span().start;
        // A loop replaces recursion, so that a long row of `not` cannot exhaust the stack.
        let mut odd = false;
        while self.word("not") {
            odd = !odd;
        }
        let inner = self.comparison()?;
        let span = start..inner.span.end;
        Ok(match odd {
            true => expr(ExprKind::Not(Box::new(inner)), span),
            false => inner,
        })
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let first = self.except()?;
        let start = first.span.start;
        if let Some(negated) = self.membership() {
            let items = self.set()?;
            let span = start..self.end();
            let value = Box::new(first);
            return Ok(expr(
                ExprKind::In {
                    value,
                    negated,
                    items,
                },
                span,
            ));
        }
        let mut links = vec![];
        while let Some(comparison) = self.compare() {
            self.limit_chain(links.len())?;
            links.push((comparison, self.except()?));
        }
        match links.last() {
            None => Ok(first),
            Some((_, last)) => {
                let span = start..last.span.end;
                Ok(expr(ExprKind::Chain(Box::new(first), links), span))
            }
        }
    }

    /// Parses `in` or `not in`, if present; returns `true` for `not in`.
    fn membership(&mut self) -> Option<bool> {
        if self.peek() == Token::Word("not") && self.peek_second() == Token::Word("in") {
            self.bump();
            self.bump();
            return Some(true);
        }
        self.word("in").then_some(false)
    }

    fn compare(&mut self) -> Option<Comparison> {
        let Token::Sign(sign) = self.peek() else {
            return None;
        };
        let comparison = match sign {
            "==" => Comparison::Equal,
            "!=" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Greater,
            ">=" => Comparison::AtLeast,
            _ => return None,
        };
        self.bump();
        Some(comparison)
    }

    fn except(&mut self) -> Parsed<Expr> {
        self.chain(Self::sum, &[("except", Operator::Except)])
    }

    fn sum(&mut self) -> Parsed<Expr> {
        let first = self.product()?;
        if !matches!(self.peek(), Token::Sign("+" | "-")) {
            return Ok(first);
        }
        let start = first.span.start;
        let mut parts = vec![(false, first)];
        loop {
            let negative = self.sign("-");
            if !negative && !self.sign("+") {
                return Ok(expr(ExprKind::Sum(parts), start..self.end()));
            }
            parts.push((negative, self.product()?));
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.parse_signed()?;
        for length in 0.. {
            let operator = match self.peek() {
                Token::Sign("*") => Operator::Multiply,
                Token::Sign("/") => Operator::Divide,
                Token::Word("mod") => Operator::Modulo,
                _ => break,
            };
            self.limit_chain(length)?;
            self.bump();
            left = binary(operator, left, self.parse_signed()?);
        }
        Ok(left)
    }

    /// Parses a left-associative chain of one operator.
    fn chain(
        &mut self,
        part: fn(&mut Self) -> Parsed<Expr>,
        operators: &[(&str, Operator)],
    ) -> Parsed<Expr> {
        let mut left = part(self)?;
        for length in 0.. {
            let found = operators.iter().find(|(word, _)| self.word(word));
            let Some(&(_, operator)) = found else { break };
            self.limit_chain(length)?;
            left = binary(operator, left, part(self)?);
        }
        Ok(left)
    }

    fn limit_chain(&self, length: usize) -> Parsed<()> {
        if length < CHAIN {
            return Ok(());
        }
        let message = format!("more than {CHAIN} operators in a row");
        Err(LanguageError::new(message, self.span()).help("use parentheses, or a list"))
    }

    fn parse_signed(&mut self) -> Parsed<Expr> {
        let start = self.span().start;
        // Minus signs are read in a loop, so that a long row of them cannot exhaust the stack.
        let mut negative = false;
        while self.sign("-") {
            negative = !negative;
        }
        let inner = self.parse_index()?;
        let span = start..inner.span.end;
        Ok(match negative {
            true => expr(ExprKind::Negated(Box::new(inner)), span),
            false => inner,
        })
    }

    fn parse_index(&mut self) -> Parsed<Expr> {
        let mut base = self.primary()?;
        for length in 0.. {
            if !self.sign("[") {
                break;
            }
            self.limit_chain(length)?;
            let index = self.expression()?;
            let to = match self.sign("..") {
                true => Some(self.expression()?),
                false => None,
            };
            let end = self.expect("]", "after the position")?.end;
            let span = base.span.start..end;
            let (base_box, index) = (Box::new(base), Box::new(index));
            base = match to {
                Some(to) => expr(ExprKind::Slice(base_box, index, Box::new(to)), span),
                None => expr(ExprKind::Index(base_box, index), span),
            };
        }
        Ok(base)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.span();
        match self.peek() {
            Token::Number(number) => {
                self.bump();
                Ok(expr(ExprKind::Number(number), span))
            }
            Token::Text(text) => {
                self.bump();
                Ok(expr(ExprKind::Text(text.to_owned()), span))
            }
            Token::Sign("(") => {
                self.bump();
                let inner = self.expression()?;
                let end = self.expect(")", "to close the parenthesis")?.end;
                Ok(expr(inner.kind, span.start..end))
            }
            Token::Sign("[") => self.list(),
            Token::Word(word @ ("true" | "false")) => {
                self.bump();
                Ok(expr(ExprKind::Truth(word == "true"), span))
            }
            Token::Word("each" | "some") => self.parse_quantified(),
            Token::Word("if") => self.conditional(),
            Token::Word(word) if !KEYWORDS.contains(&word) => self.parse_named(),
            _ => Err(self.error_expecting("a number, a name or a formula")),
        }
    }

    fn parse_quantified(&mut self) -> Parsed<Expr> {
        let start = self.span().start;
        let every = self.word("each");
        if !every {
            self.bump();
        }
        let binding = Box::new(self.binding()?);
        self.expect(":", "after the binding")?;
        let body = Box::new(self.expression()?);
        let span = start..body.span.end;
        Ok(expr(
            ExprKind::Quantified {
                every,
                binding,
                body,
            },
            span,
        ))
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        let condition = self.expression()?;
        self.expect_word("then", "after the condition")?;
        let then = self.expression()?;
        self.expect_word("else", "with the other number")?;
        let other = self.expression()?;
        let span = start..other.span.end;
        let [condition, then, other] = [condition, then, other].map(Box::new);
        Ok(expr(ExprKind::If(condition, then, other), span))
    }

    fn list(&mut self) -> Parsed<Expr> {
        let start = self.bump().start;
        if self.at_binding() {
            let binding = Box::new(self.binding()?);
            let end = self.expect("]", "after the condition")?.end;
            return Ok(expr(ExprKind::Filter(binding), start..end));
        }
        let mut parts = vec![];
        if !self.sign("]") {
            parts = self.arguments()?;
            self.expect("]", "to close the list")?;
        }
        Ok(expr(ExprKind::List(parts), start..self.end()))
    }

    /// Parses an expression that begins with a word: a name, a call, a fold or a scan.
    fn parse_named(&mut self) -> Parsed<Expr> {
        let name = self.name("a name")?;
        if !self.sign("(") {
            let span = name.span.clone();
            return Ok(expr(ExprKind::Name(name.text), span));
        }
        let start = name.span.start;
        if name.text == "scan" {
            let scan = self.scan()?;
            return Ok(expr(ExprKind::Scan(Box::new(scan)), start..self.end()));
        }
        if FOLDS.contains(&name.text.as_str()) && self.at_binding() {
            let binding = Box::new(self.binding()?);
            self.expect(":", "after the binding")?;
            let body = Box::new(self.expression()?);
            self.expect(")", "after the body")?;
            return Ok(expr(ExprKind::Fold(name, binding, body), start..self.end()));
        }
        let mut arguments = vec![];
        if !self.sign(")") {
            arguments = self.arguments()?;
            self.expect(")", "after the arguments")?;
        }
        Ok(expr(ExprKind::Call(name, arguments), start..self.end()))
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut parts = vec![self.expression()?];
        while self.sign(",") {
            parts.push(self.expression()?);
        }
        Ok(parts)
    }

    fn scan(&mut self) -> Parsed<Scan> {
        let cell = self.name("a name for the cell")?;
        self.expect_word("in", "before the list")?;
        let list = self.expression()?;
        self.expect(";", "after the list")?;
        let start = self.states()?;
        self.expect(";", "after the first values")?;
        let step = self.states()?;
        self.expect(";", "after the next values")?;
        let test = self.expression()?;
        self.expect(")", "after the test")?;
        Ok(Scan {
            cell,
            list,
            start,
            step,
            test,
        })
    }

    fn states(&mut self) -> Parsed<Vec<(Name, Expr)>> {
        let mut states = vec![];
        loop {
            let name = self.name("the name of a counter")?;
            self.expect("=", "after the counter's name")?;
            states.push((name, self.expression()?));
            if !self.sign(",") {
                return Ok(states);
            }
        }
    }

    /// Returns `true` if a binding starts here: either two words, or a binding keyword and a parenthesis.
    fn at_binding(&self) -> bool {
        let Token::Word(first) = self.peek() else {
            return false;
        };
        match self.peek_second() {
            Token::Word(second) => {
                // No expression has two names in a row, so this is a binding, perhaps with a misspelt keyword.
                !KEYWORDS.contains(&first) && (second == "in" || !KEYWORDS.contains(&second))
            }
            // Other binding words, such as `row` and `box`, are also functions, so a parenthesis after them starts a call.
            Token::Sign("(") => [
                "adjacent", "pair", "mirrored", "matched", "window", "touching", "move",
            ]
            .contains(&first),
            _ => false,
        }
    }

    fn binding(&mut self) -> Parsed<Binding> {
        let start = self.span().start;
        let (kind, names, sources) = match (self.peek(), self.peek_second()) {
            (Token::Word(_), Token::Word("in")) => self.plain_binding()?,
            (Token::Word(word), _) => self.special_binding(word)?,
            _ => return Err(self.error_expecting("a binding, like `c in cells`")),
        };
        let condition = match self.word("where") {
            true => Some(self.expression()?),
            false => None,
        };
        Ok(Binding {
            kind,
            names,
            sources,
            condition,
            span: start..self.end(),
        })
    }

    fn plain_binding(&mut self) -> Parsed<(BindingKind, Vec<Name>, Vec<Expr>)> {
        let name = self.name("a name to bind")?;
        self.bump();
        if self.peek() == Token::Sign("{") {
            return Ok((BindingKind::Set(self.set()?), vec![name], vec![]));
        }
        Ok((BindingKind::Cells, vec![name], vec![self.source()?]))
    }

    fn special_binding(&mut self, word: &str) -> Parsed<(BindingKind, Vec<Name>, Vec<Expr>)> {
        let Some(&word) = BINDINGS.iter().find(|&&known| known == word) else {
            let error =
                self.error_expecting("a binding, like `c in cells` or `adjacent (a, b) in cells`");
            return Err(match suggestion(word, BINDINGS.iter().copied()) {
                Some(help) => error.help(help),
                None => error,
            });
        };
        let span = self.bump();
        let kind = match word {
            "move" => self.offsets()?,
            "adjacent" => BindingKind::Adjacent,
            "pair" => BindingKind::Pair,
            "mirrored" => BindingKind::Mirrored,
            "matched" => BindingKind::Matched,
            "window" => BindingKind::Window,
            "segment" => BindingKind::Segment,
            "subset" => BindingKind::Subset,
            "touching" => BindingKind::Touching(vec![]),
            "square" => BindingKind::Square,
            "house" => BindingKind::House,
            "row" => BindingKind::Row,
            "column" => BindingKind::Column,
            "box" => BindingKind::Box,
            "piece" => BindingKind::Piece,
            "position" => BindingKind::Position,
            // The word is one of `BINDINGS`, so only `digit` is left.
            _ => BindingKind::Digit,
        };
        let names = self.parse_bound_names()?;
        let kind = match (kind, names.len()) {
            (BindingKind::Window, 1) => {
                // The length is parsed as a sum, because an expression would read `in LIST` as a test of membership.
                self.expect_word("of", "and the length of the window")?;
                BindingKind::WindowOf(Box::new(self.sum()?))
            }
            (kind, _) => kind,
        };
        check_names(&kind, word, names.len(), span)?;
        self.sources(kind, names)
    }

    /// Parses the part of a binding after its names: `in LIST`, `in LIST, LIST`, `in LIST by box`, or nothing.
    fn sources(
        &mut self,
        kind: BindingKind,
        names: Vec<Name>,
    ) -> Parsed<(BindingKind, Vec<Name>, Vec<Expr>)> {
        use BindingKind as B;
        if matches!(kind, B::House | B::Row | B::Column | B::Box | B::Digit) {
            return Ok((kind, names, vec![]));
        }
        self.expect_word("in", "after the bound names")?;
        let mut sources = vec![self.source()?];
        let mut kind = kind;
        match &mut kind {
            B::Matched => {
                self.expect(",", "and the second list")?;
                sources.push(self.source()?);
            }
            B::Segment => {
                self.expect_word("by", "and `box`")?;
                self.expect_word("box", "after `by`")?;
            }
            B::Touching(unmarked) if self.word("unmarked") => {
                self.expect_word("by", "after `unmarked`")?;
                *unmarked = self.rule_names()?;
            }
            _ => {}
        }
        Ok((kind, names, sources))
    }

    /// Parses a list after `in`. It binds more tightly than a formula, so that `:` and `where` end it.
    fn source(&mut self) -> Parsed<Expr> {
        self.except()
    }

    fn parse_bound_names(&mut self) -> Parsed<Vec<Name>> {
        if !self.sign("(") {
            return Ok(vec![self.name("a name to bind")?]);
        }
        let mut names = vec![self.name("a name to bind")?];
        while self.sign(",") {
            names.push(self.name("a name to bind")?);
        }
        self.expect(")", "after the bound names")?;
        Ok(names)
    }

    fn offsets(&mut self) -> Parsed<BindingKind> {
        self.expect("(", "and how far, like `move(1, 2)`")?;
        let rows = self.expression()?;
        self.expect(",", "between the two distances")?;
        let columns = self.expression()?;
        self.expect(")", "after the distances")?;
        Ok(BindingKind::Move(Box::new(rows), Box::new(columns)))
    }

    fn rule_names(&mut self) -> Parsed<Vec<String>> {
        self.expect("(", "and the names of rules, in quotes")?;
        let mut names = vec![];
        loop {
            match self.peek() {
                Token::Text(text) => names.push(text.to_owned()),
                _ => return Err(self.error_expecting("a rule's name in quotes")),
            }
            self.bump();
            if !self.sign(",") {
                break;
            }
        }
        self.expect(")", "after the rules' names")?;
        Ok(names)
    }

    /// Parses a set, such as `{1, 3..5, digits}`.
    fn set(&mut self) -> Parsed<Vec<Item>> {
        self.expect("{", "and a set, like `{1, 3..5}`")?;
        let mut items = vec![];
        if self.sign("}") {
            return Ok(items);
        }
        loop {
            let from = self.expression()?;
            let to = match self.sign("..") {
                true => Some(self.expression()?),
                false => None,
            };
            items.push(Item { from, to });
            if !self.sign(",") {
                break;
            }
        }
        self.expect("}", "to close the set")?;
        Ok(items)
    }

    /// Returns the byte position after the last consumed token.
    fn end(&self) -> usize {
        self.at
            .checked_sub(1)
            .map_or(0, |last| self.tokens[last].1.end)
    }
}

/// Checks that a binding has the number of names that its kind requires.
fn check_names(
    kind: &BindingKind,
    word: &str,
    found: usize,
    span: Range<usize>,
) -> Result<(), LanguageError> {
    use BindingKind as B;
    let (low, high, example) = match kind {
        B::Adjacent | B::Pair | B::Mirrored | B::Matched | B::Touching(_) | B::Move(..) => {
            (2, 2, "(a, b)")
        }
        B::Window => (2, 8, "(a, b, c)"),
        _ => (1, 1, "c"),
    };
    if (low..=high).contains(&found) {
        return Ok(());
    }
    let message = format!("`{word}` needs names as in `{example}`, found {found}");
    Err(LanguageError::new(message, span))
}

fn expr(kind: ExprKind, span: Range<usize>) -> Expr {
    Expr { kind, span }
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.start..right.span.end;
    expr(
        ExprKind::Binary(operator, Box::new(left), Box::new(right)),
        span,
    )
}
