//! Booklets: pages with one to six puzzles each, and their solutions at the end. Each page is an SVG document whose
//! units are points.

use super::puzzle_svg::{Beside, picture, solution_picture};
use super::svg::{Picture, escape};
use super::typeface::{MissingGlyph, Typeface, Widths};
use cluewright_formats::rules_in_words;
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use std::fmt::Write;

/// A puzzle of a booklet.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    pub puzzle: &'a Puzzle,
    /// The author, the rating and the expected time, if they are known.
    pub facts: Vec<String>,
    /// The digits of the solution in reading order.
    pub solution: &'a str,
    /// The text for the page of hints.
    pub hint: Option<String>,
}

/// The layout of a booklet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Number of columns and rows of puzzles on a page.
    pub grid: (u8, u8),
    /// Width and height of the paper, in points.
    pub paper: (f64, f64),
    /// `true` if pages with solutions follow.
    pub solutions: bool,
}

/// Margin at the edges of the paper, in points.
const EDGE: f64 = 40.0;
/// Distance between two puzzles on a page, in points.
const GAP: f64 = 22.0;
/// Height of the line with the page number, in points.
const FOOT: f64 = 20.0;
/// Number of columns and rows of solutions on a page.
const SOLUTIONS: (u8, u8) = (3, 4);
/// Font sizes for rules texts in points, largest first. Only puzzles with a page of their own use sizes after the first
/// [`SHARED`].
const SIZES: [f64; 10] = [10.0, 9.0, 8.0, 7.0, 6.5, 6.0, 5.0, 4.0, 3.0, 2.0];
/// Number of sizes in [`SIZES`] that are used for puzzles on a shared page.
const SHARED: usize = 6;
/// Font size of hints, in points.
const HINT: f64 = 10.0;
/// Height of a line, relative to the font size.
const LINE: f64 = 1.28;

/// Lays out the pages of a booklet.
///
/// # Errors
/// Returns an error if the typeface lacks a character.
pub(crate) fn booklet(
    title: &str,
    book: &Book,
    entries: &[Entry<'_>],
    layout: Layout,
    typeface: &Typeface,
) -> Result<Vec<String>, (MissingGlyph, Option<usize>)> {
    let mut articles: Vec<Article> = (1..)
        .zip(entries)
        .map(|(number, entry)| Article::new(number, entry, book))
        .collect();
    let named = |(index, missing)| (missing, Some(index));
    let mut widths = vec![];
    for (index, article) in articles.iter().enumerate() {
        let measured = Widths::measure(typeface, article.texts());
        widths.push(measured.map_err(|missing| named((index, missing)))?);
    }
    let foot = Widths::measure(typeface, std::iter::once(title));
    let foot = foot.map_err(|missing| (missing, None))?;
    let mut press = Press {
        layout,
        // The foot is set in 8 points. 300 points for the title leave room for the page number on the same line.
        title: foot.shorten(title, 300.0 / 8.0),
        pages: vec![],
    };
    press.puzzles(&articles, &widths);
    press.hints(&articles, &widths);
    if layout.solutions {
        // The pictures are replaced with solutions only now, because the pages of puzzles need the unsolved pictures.
        for (article, entry) in articles.iter_mut().zip(entries) {
            article.solve(entry, book);
        }
        press.solutions(&articles, &widths);
    }
    Ok(press.pages)
}

/// A puzzle as it is printed.
struct Article {
    heading: String,
    facts: String,
    rules: Vec<String>,
    hint: Option<String>,
    picture: Picture,
}

impl Article {
    fn new(number: usize, entry: &Entry<'_>, book: &Book) -> Self {
        let about = &entry.puzzle.about;
        let rules = about
            .rules
            .as_deref()
            .filter(|text| !text.trim().is_empty());
        let rules = rules.map_or_else(|| rules_in_words(entry.puzzle, book), str::to_owned);
        let beside = Beside {
            unlabelled: true,
            ..Beside::default()
        };
        Self {
            heading: match &about.title {
                Some(title) => format!("{number}. {title}"),
                None => format!("{number}. {}", name(entry.puzzle, book)),
            },
            hint: entry.hint.as_ref().map(|hint| format!("{number}. {hint}")),
            facts: entry.facts.join(" · "),
            rules: paragraphs(&rules),
            picture: picture(book, entry.puzzle, &beside),
        }
    }

    /// Replaces the picture with a picture of the solution.
    fn solve(&mut self, entry: &Entry<'_>, book: &Book) {
        self.picture = solution_picture(book, entry.puzzle, entry.solution);
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let rules = self.rules.iter().map(String::as_str);
        let hint = self.hint.as_deref();
        rules.chain([&*self.heading, &*self.facts]).chain(hint)
    }

    /// Breaks the text above the picture into lines of a given width. Returns the lines and their total height. Empty
    /// lines in the rules have half the usual height.
    fn lines(&self, widths: &Widths, size: f64, width: f64) -> (Vec<Line>, f64) {
        let mut lines = vec![];
        let mut y = 0.0;
        let mut add = |text: &str, size: f64, ink: &'static str| {
            for text in widths.wrap(text, width / size) {
                y += size * if text.is_empty() { LINE / 2.0 } else { LINE };
                lines.push(Line { y, size, ink, text });
            }
        };
        add(&self.heading, size * 1.4, "#000");
        if !self.facts.is_empty() {
            add(&self.facts, size, "#555");
        }
        for paragraph in &self.rules {
            add(paragraph, size, "#000");
        }
        (lines, y + 0.5 * size)
    }

    /// Returns the width of the picture divided by its height.
    fn aspect(&self) -> f64 {
        let [_, _, width, height] = self.picture.view_box;
        width / height
    }
}

/// Returns a name for a puzzle without a title, made from the rules of its clues.
fn name(puzzle: &Puzzle, book: &Book) -> String {
    let mut titles: Vec<&str> = vec![];
    for clue in &puzzle.clues {
        let title = book.rule(&clue.rule).map(|rule| &*rule.title);
        titles.extend(title.ok().filter(|title| !titles.contains(title)));
    }
    match titles[..] {
        [] => "Sudoku".to_owned(),
        [one] => one.to_owned(),
        [one, other] => format!("{one} and {}", within_sentence(other)),
        [one, ..] => format!("{one} and {} other rules", titles.len() - 1),
    }
}

/// Converts a title for use within a sentence: to lower case, unless the capital is a symbol such as V.
fn within_sentence(title: &str) -> String {
    let mut letters = title.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            let rest = &title[first.len_utf8()..];
            first.to_lowercase().chain(rest.chars()).collect()
        }
        _ => title.to_owned(),
    }
}

/// Returns the paragraphs of a rules text. Lines of the same paragraph are joined, because the setter may have wrapped
/// them at a fixed width.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = vec![];
    for line in text.trim().lines().map(str::trim) {
        let goes_on = line.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
        match paragraphs.last_mut() {
            Some(last) if goes_on && last.ends_with(|c: char| c.is_alphanumeric() || c == ',') => {
                last.push(' ');
                last.push_str(line);
            }
            _ => paragraphs.push(line.to_owned()),
        }
    }
    paragraphs
}

/// A line of text. `y` is its distance from the top of its block, in points.
struct Line {
    y: f64,
    size: f64,
    ink: &'static str,
    text: String,
}

/// A rectangle on a page.
#[derive(Clone, Copy, Debug)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Area {
    /// Returns the largest rectangle with this aspect ratio that fits into the area. It is at the top of the area,
    /// centred horizontally.
    fn fit(self, aspect: f64) -> Self {
        let width = self.width.min(self.height.max(0.0) * aspect);
        Self {
            x: self.x + (self.width - width) / 2.0,
            width,
            height: width / aspect,
            ..self
        }
    }
}

/// A layout of a puzzle, with its text above the picture or next to it.
struct Placing {
    lines: Vec<Line>,
    text: Area,
    picture: Area,
}

impl Placing {
    fn new(
        article: &Article,
        widths: &Widths,
        size: f64,
        area: Area,
        is_beside: bool,
    ) -> Option<Self> {
        let aspect = article.aspect();
        // The largest possible picture leaves this width for text next to it. The text gets at least [`NARROWEST`]
        // times its font size.
        let text_width = match is_beside {
            true => (area.width - GAP / 2.0 - area.fit(aspect).width).max(NARROWEST * size),
            false => area.width,
        };
        let (lines, height) = article.lines(widths, size, text_width);
        if height > area.height {
            return None;
        }
        let text = Area {
            width: text_width,
            height,
            ..area
        };
        let rest = match is_beside {
            true => Area {
                x: area.x + text_width + GAP / 2.0,
                width: area.width - text_width - GAP / 2.0,
                ..area
            },
            false => Area {
                y: area.y + height,
                height: area.height - height,
                ..area
            },
        };
        Some(Self {
            lines,
            text,
            picture: rest.fit(aspect),
        })
    }

    /// Returns the best layout in an area; `None` if the text leaves too little space for the picture.
    fn best(article: &Article, widths: &Widths, sizes: &[f64], area: Area) -> Option<Self> {
        let full = area.fit(article.aspect()).width;
        let of_size = |&size: &f64| {
            let both =
                [false, true].map(|is_beside| Self::new(article, widths, size, area, is_beside));
            let both = both.into_iter().flatten();
            both.max_by(|one, other| one.picture.width.total_cmp(&other.picture.width))
        };
        let find = |(room, sizes): (f64, &[f64])| {
            let fits = |placing: &Self| placing.picture.width >= room * full;
            // The sizes are in descending order, so the first size that fits is the largest.
            sizes.iter().filter_map(of_size).find(fits)
        };
        let readable = &sizes[..sizes.len().min(READABLE)];
        [(LARGE, readable), (ROOM, sizes)]
            .into_iter()
            .find_map(find)
    }
}

/// Minimum width of text next to a picture, relative to the font size.
const NARROWEST: f64 = 14.0;
/// Preferred minimum width of a picture, as a fraction of the largest possible width. If no easily readable font size
/// leaves this width, [`ROOM`] applies.
const LARGE: f64 = 0.85;
/// Number of sizes in [`SIZES`] that are easy to read.
const READABLE: usize = 4;
/// Minimum width of a picture, as a fraction of the largest possible width.
const ROOM: f64 = 0.6;

/// The state of a booklet while articles are laid out on its pages.
struct Press {
    layout: Layout,
    title: String,
    pages: Vec<String>,
}

impl Press {
    fn puzzles(&mut self, articles: &[Article], widths: &[Widths]) {
        let areas = self.areas(self.layout.grid);
        let mut used = 0;
        let mut page = String::new();
        for (article, widths) in articles.iter().zip(widths) {
            let shared = &SIZES[..SHARED];
            let area = areas[used % areas.len()];
            if let Some(placing) = Placing::best(article, widths, shared, area) {
                place(&mut page, article, &placing);
                used += 1;
            } else {
                // The text of this puzzle is too long for a shared page, so the puzzle gets a page of its own.
                self.finish(&mut page);
                let whole = self.areas((1, 1))[0];
                match Placing::best(article, widths, &SIZES, whole) {
                    Some(placing) => place(&mut page, article, &placing),
                    None => self.spread(article, widths, whole, &mut page),
                }
                // The rest of the page stays empty, so the page counts as full.
                used = areas.len();
            }
            if used >= areas.len() {
                self.finish(&mut page);
                used = 0;
            }
        }
        self.finish(&mut page);
    }

    /// Writes a puzzle whose text and picture do not fit on one page: the text on as many pages as it needs, and then the
    /// picture on the next page.
    fn spread(&mut self, article: &Article, widths: &Widths, area: Area, page: &mut String) {
        let size = SIZES[READABLE - 1];
        let (lines, _) = article.lines(widths, size, area.width);
        let mut top = 0.0;
        for line in lines {
            if line.y - top > area.height {
                self.finish(page);
                top = line.y - line.size * LINE;
            }
            let y = line.y - top;
            write_line(page, area, &Line { y, ..line });
        }
        self.finish(page);
        draw(page, &article.picture, area.fit(article.aspect()));
    }

    /// Writes the pages of hints. Each page has as many lines as fit.
    fn hints(&mut self, articles: &[Article], widths: &[Widths]) {
        let area = self.areas((1, 1))[0];
        let mut page = String::new();
        let mut y = 0.0;
        for (article, widths) in articles.iter().zip(widths) {
            let hint = article.hint.as_deref();
            let lines = hint.map(|hint| widths.wrap(hint, area.width / HINT));
            for text in lines.unwrap_or_default() {
                if y + HINT * LINE > area.height {
                    self.finish(&mut page);
                }
                if page.is_empty() {
                    let heading = Line {
                        y: 1.4 * HINT * LINE,
                        size: 1.4 * HINT,
                        ink: "#000",
                        text: "Where to start".to_owned(),
                    };
                    y = heading.y + HINT * LINE / 2.0;
                    write_line(&mut page, area, &heading);
                }
                y += HINT * LINE;
                let line = Line {
                    y,
                    size: HINT,
                    ink: "#000",
                    text,
                };
                write_line(&mut page, area, &line);
            }
        }
        self.finish(&mut page);
    }

    fn solutions(&mut self, articles: &[Article], widths: &[Widths]) {
        let areas = self.areas(SOLUTIONS);
        for (articles, widths) in articles.chunks(areas.len()).zip(widths.chunks(areas.len())) {
            let mut page = String::new();
            for ((article, widths), area) in articles.iter().zip(widths).zip(&areas) {
                let size = 8.0;
                let heading = widths.shorten(&article.heading, area.width / size);
                let text = Line {
                    y: size,
                    size,
                    ink: "#000",
                    text: heading,
                };
                let rest = Area {
                    y: area.y + 1.6 * size,
                    height: area.height - 1.6 * size,
                    ..*area
                };
                write_line(&mut page, *area, &text);
                draw(&mut page, &article.picture, rest.fit(article.aspect()));
            }
            self.finish(&mut page);
        }
    }

    /// Divides a page into areas in columns and rows. Returns the areas in reading order.
    fn areas(&self, (columns, rows): (u8, u8)) -> Vec<Area> {
        let (width, height) = self.layout.paper;
        let share = |room: f64, count: u8| (room - GAP * f64::from(count - 1)) / f64::from(count);
        let area_width = share(width - 2.0 * EDGE, columns);
        let area_height = share(height - 2.0 * EDGE - FOOT, rows);
        let area = |row: u8, column: u8| Area {
            x: EDGE + f64::from(column) * (area_width + GAP),
            y: EDGE + f64::from(row) * (area_height + GAP),
            width: area_width,
            height: area_height,
        };
        let rows = 0..rows;
        rows.flat_map(|row| (0..columns).map(move |column| area(row, column)))
            .collect()
    }

    /// Ends a page unless it is empty.
    fn finish(&mut self, body: &mut String) {
        if body.is_empty() {
            return;
        }
        let (width, height) = self.layout.paper;
        let (title, number) = (escape(&self.title), self.pages.len() + 1);
        let y = height - EDGE + 8.0;
        let page = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cluewright\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">\n{body}\
             <text x=\"{EDGE}\" y=\"{y}\" font-size=\"8\" fill=\"#555\">{title}</text>\n\
             <text x=\"{}\" y=\"{y}\" font-size=\"8\" fill=\"#555\" text-anchor=\"end\">{number}</text>\n</svg>\n",
            width - EDGE
        );
        self.pages.push(page);
        body.clear();
    }
}

fn place(page: &mut String, article: &Article, placing: &Placing) {
    for line in &placing.lines {
        write_line(page, placing.text, line);
    }
    draw(page, &article.picture, placing.picture);
}

fn write_line(page: &mut String, area: Area, line: &Line) {
    let _ = writeln!(
        page,
        "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"{:.2}\" fill=\"{}\">{}</text>",
        area.x,
        // SVG places text by its baseline, which is above the bottom of the line by about a quarter of the size.
        area.y + line.y - 0.25 * line.size,
        line.size,
        line.ink,
        escape(&line.text)
    );
}

/// Draws a picture into an area with the same aspect ratio. Drawings of the source are cut off where they extend beyond
/// the picture.
fn draw(page: &mut String, picture: &Picture, area: Area) {
    let [left, top, width, height] = picture.view_box;
    let _ = writeln!(
        page,
        "<svg x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" viewBox=\"{left:.2} {top:.2} {width:.2} {height:.2}\">\n{}</svg>",
        area.x,
        area.y,
        area.width,
        area.height,
        picture.body()
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a style sheet for printing from the page, with the proportions of a booklet page for one puzzle. The
    /// printed area fits on A4 and on Letter.
    fn style_sheet() -> String {
        let sizes = SIZES.map(|size| size.to_string()).join(" ");
        let papers = [(595.0, 842.0), (612.0, 792.0)];
        let [width, height] = [papers[0].0, papers[1].1].map(|length: f64| length - 2.0 * EDGE);
        let columns = f64::from(SOLUTIONS.0);
        let solution = (width - GAP * (columns - 1.0)) / columns;
        format!(
            "/* Generated from the layout of booklets: CLUEWRIGHT_BLESS=1 cargo test --lib booklet. Lengths are points. */\n\
             @page {{ margin: {EDGE}pt; }}\n\
             #print {{\n  --paper: {width}pt;\n  --area: {width} {};\n  --sizes: {sizes};\n  --readable: {READABLE};\n  \
             --fractions: {LARGE} {ROOM};\n  --size: {}pt;\n  --heading: 1.4em;\n  --line: {LINE};\n  --solution: {solution:.0}pt;\n}}\n",
            height - FOOT,
            SIZES[0]
        )
    }

    #[test]
    fn the_page_prints_with_the_proportions_of_booklets() {
        let file = "web/src/takeaway/booklet.css";
        if std::env::var_os("CLUEWRIGHT_BLESS").is_some() {
            std::fs::write(file, style_sheet()).expect("the style sheet can be written");
        }
        let kept = std::fs::read_to_string(file).unwrap_or_default();
        assert!(
            kept.replace("\r\n", "\n") == style_sheet(),
            "{file} is stale; `CLUEWRIGHT_BLESS=1 cargo test --lib booklet` writes it again"
        );
    }

    #[test]
    fn symbols_keep_their_capitals_inside_a_sentence() {
        let titles = ["Anti-knight", "V", "All X and V are given"];
        assert_eq!(
            titles.map(within_sentence),
            ["anti-knight", "V", "all X and V are given"]
        );
    }
}
