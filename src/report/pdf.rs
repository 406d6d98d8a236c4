//! Pages as PDF. The shapes of SVG documents become paths, and so does their text, so that no viewer needs a font.

use super::svg::escape;
use super::typeface::Typeface;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Path, PathSegment, Transform};
use resvg::usvg::layout::{PositionedGlyph, Span};
use resvg::usvg::{Color, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Text, Tree};
use std::collections::BTreeMap;
use std::io::Write;
use thiserror::Error;

/// The reason why a document cannot be written as PDF.
#[derive(Debug, Error)]
pub(crate) enum PdfError {
    /// A text has a character that no font has.
    #[error("no font has the characters `{0}`")]
    Missing(String),
    /// The document contains an element that our pictures never have.
    #[error("the page cannot be drawn: {0}")]
    Foreign(String),
}

/// The font size at which the shared outlines of glyphs are written.
const OUTLINE: f32 = 1000.0;

/// The colours to use in a PDF file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// All colours of the document.
    All,
    /// Shades of grey with the same lightness.
    Grey,
}

/// Writes SVG documents whose units are points as the pages of a PDF file. The same pages always give the same bytes.
///
/// # Errors
/// Returns an error if a document has elements that our pictures never have, or a character without a glyph.
pub(crate) fn pdf(
    title: &str,
    pages: &[String],
    typeface: &Typeface,
    colours: Colours,
) -> Result<Vec<u8>, PdfError> {
    let mut writer = Writer {
        typeface,
        glyphs: BTreeMap::new(),
        pdf: Pdf::new(),
        next: Ref::new(1),
        colours,
    };
    // These numbers are reserved first, because each page refers to the page tree, which is written last.
    let [catalog, tree, info] = [(); 3].map(|()| writer.next.bump());
    let mut kids = vec![];
    for page in pages {
        let page = typeface.tree(page).map_err(PdfError::Foreign)?;
        kids.push(writer.page(tree, &page)?);
    }
    writer.pdf.catalog(catalog).pages(tree);
    let count = i32::try_from(kids.len()).unwrap_or(i32::MAX);
    writer.pdf.pages(tree).kids(kids).count(count);
    let mut about = writer.pdf.document_info(info);
    about.title(TextStr(title)).creator(TextStr("Cluewright"));
    about.finish();
    Ok(writer.pdf.finish())
}

/// A PDF file that is being written. All occurrences of a glyph share one outline, so that files stay small.
struct Writer<'t> {
    typeface: &'t Typeface,
    /// The outline of each glyph, by the letters that the glyph shows; `None` for a blank glyph.
    glyphs: BTreeMap<String, Option<Ref>>,
    pdf: Pdf,
    next: Ref,
    colours: Colours,
}

/// The content of a page, or of a group that is drawn as a whole with one opacity.
struct Sheet {
    content: Content,
    /// The graphics state for each opacity, in thousandths. The keys are whole numbers, because `f32` does not
    /// implement `Ord`.
    opacities: BTreeMap<u16, Ref>,
    /// The forms of the groups and glyphs that the content uses.
    forms: Vec<Ref>,
}

impl Sheet {
    fn new() -> Self {
        Self {
            content: Content::new(),
            opacities: BTreeMap::new(),
            forms: vec![],
        }
    }

    /// Registers a form on the sheet, and returns its name.
    fn form(&mut self, id: Ref) -> String {
        let known = self.forms.iter().position(|form| *form == id);
        let index = known.unwrap_or_else(|| {
            self.forms.push(id);
            self.forms.len() - 1
        });
        format!("X{index}")
    }
}

impl Writer<'_> {
    fn page(&mut self, parent: Ref, tree: &Tree) -> Result<Ref, PdfError> {
        let size = tree.size();
        let mut sheet = Sheet::new();
        // In PDF, the origin is at the bottom of the page and the y-axis points up.
        sheet
            .content
            .transform([1.0, 0.0, 0.0, -1.0, 0.0, size.height()]);
        self.group(tree.root(), &mut sheet, size.width().max(size.height()))?;
        let [page, contents] = [(); 2].map(|()| self.next.bump());
        let (bytes, opacities, groups) = self.finish(sheet);
        self.pdf
            .stream(contents, &bytes)
            .filter(Filter::FlateDecode);
        let mut written = self.pdf.page(page);
        written
            .parent(parent)
            .media_box(Rect::new(0.0, 0.0, size.width(), size.height()))
            .contents(contents);
        resources(&mut written.resources(), &opacities, &groups);
        written.finish();
        Ok(page)
    }

    /// Writes the objects to which a sheet refers. Returns the bytes of its content, its opacities and its forms.
    fn finish(&mut self, sheet: Sheet) -> (Vec<u8>, BTreeMap<u16, Ref>, Vec<Ref>) {
        for (&opacity, &id) in &sheet.opacities {
            let opacity = f32::from(opacity) / 1000.0;
            let mut state = self.pdf.ext_graphics(id);
            state.stroking_alpha(opacity).non_stroking_alpha(opacity);
        }
        let bytes = compress(sheet.content.finish().as_slice());
        (bytes, sheet.opacities, sheet.forms)
    }

    /// Draws a group. `far` is greater than the distance from the origin to any point of the page.
    fn group(&mut self, group: &Group, sheet: &mut Sheet, far: f32) -> Result<(), PdfError> {
        if group.mask().is_some() || !group.filters().is_empty() {
            return Err(PdfError::Foreign("it has a mask or a filter".to_owned()));
        }
        sheet.content.save_state();
        if let Some(clip) = group.clip_path() {
            let place = clip.transform();
            clip_to(clip.root(), place, &mut sheet.content);
        }
        let opacity = group.opacity().get();
        if opacity < 1.0 {
            self.transparent(group, opacity, sheet, far)?;
        } else {
            self.nodes(group, sheet, far)?;
        }
        sheet.content.restore_state();
        Ok(())
    }

    /// Draws a group that is transparent as a whole. The group becomes a form of its own, so that its shapes do not
    /// show through each other.
    fn transparent(
        &mut self,
        group: &Group,
        opacity: f32,
        sheet: &mut Sheet,
        far: f32,
    ) -> Result<(), PdfError> {
        let mut inner = Sheet::new();
        self.nodes(group, &mut inner, far)?;
        let id = self.next.bump();
        let (bytes, opacities, groups) = self.finish(inner);
        let mut form = self.pdf.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(-far, -far, 2.0 * far, 2.0 * far));
        form.group().transparency().isolated(true);
        resources(&mut form.resources(), &opacities, &groups);
        form.finish();
        let name = sheet.form(id);
        self.set_opacity(opacity, sheet);
        sheet.content.x_object(Name(name.as_bytes()));
        Ok(())
    }

    fn set_opacity(&mut self, opacity: f32, sheet: &mut Sheet) {
        let thousandths = (opacity * 1000.0).round() as u16;
        let next = &mut self.next;
        sheet
            .opacities
            .entry(thousandths)
            .or_insert_with(|| next.bump());
        let name = format!("G{thousandths}");
        sheet.content.set_parameters(Name(name.as_bytes()));
    }

    fn nodes(&mut self, group: &Group, sheet: &mut Sheet, far: f32) -> Result<(), PdfError> {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, sheet, far)?,
                Node::Path(path) if path.is_visible() => self.path(path, sheet)?,
                Node::Text(text) => self.text(text, sheet, far)?,
                Node::Image(_) => return Err(PdfError::Foreign("it has an image".to_owned())),
                Node::Path(_) => {}
            }
        }
        Ok(())
    }

    /// Draws text as the outlines of its glyphs, so that no viewer needs a font.
    fn text(&mut self, text: &Text, sheet: &mut Sheet, far: f32) -> Result<(), PdfError> {
        let glyphs = text
            .layouted()
            .iter()
            .flat_map(|span| &span.positioned_glyphs);
        let missing: String = glyphs
            // Fonts show glyph 0 in place of a character that they lack.
            .filter(|glyph| glyph.id.0 == 0)
            .map(|glyph| &*glyph.text)
            .collect();
        if !missing.is_empty() {
            return Err(PdfError::Missing(missing));
        }
        let is_plain = |span: &Span| {
            let lines = [&span.underline, &span.overline, &span.line_through];
            span.stroke.is_none() && lines.into_iter().all(Option::is_none)
        };
        // The shared outlines have only a fill, so text with strokes or lines is drawn as shapes.
        if !text.layouted().iter().all(is_plain) {
            return self.group(text.flattened(), sheet, far);
        }
        for span in text.layouted() {
            let Some(fill) = &span.fill else {
                continue;
            };
            let colour = self.colour(fill.paint())?;
            sheet.content.save_state();
            self.set_opacity(fill.opacity().get(), sheet);
            sheet.content.set_fill_rgb(colour[0], colour[1], colour[2]);
            for glyph in &span.positioned_glyphs {
                self.glyph(glyph, text.abs_transform(), sheet)?;
            }
            sheet.content.restore_state();
        }
        Ok(())
    }

    /// Draws a glyph as a reference to its outline, which is in the file only once.
    fn glyph(
        &mut self,
        glyph: &PositionedGlyph,
        place: Transform,
        sheet: &mut Sheet,
    ) -> Result<(), PdfError> {
        // Outlines are keyed by letters, not by the number of the glyph, because several fonts may use the same
        // number.
        let form = match self.glyphs.get(&glyph.text) {
            Some(&form) => form,
            None => {
                let form = self.outline(&glyph.text)?;
                self.glyphs.insert(glyph.text.clone(), form);
                form
            }
        };
        let Some(form) = form else {
            return Ok(());
        };
        let at = glyph.transform();
        let scale = glyph.font_size() / OUTLINE;
        let Transform {
            sx,
            kx,
            ky,
            sy,
            tx,
            ty,
        } = place.pre_translate(at.tx, at.ty).pre_scale(scale, scale);
        let name = sheet.form(form);
        let content = &mut sheet.content;
        content.save_state().transform([sx, ky, kx, sy, tx, ty]);
        content.x_object(Name(name.as_bytes())).restore_state();
        Ok(())
    }

    /// Writes the outline of the glyph for some letters. Returns `None` if the glyph is blank.
    fn outline(&mut self, letters: &str) -> Result<Option<Ref>, PdfError> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\" font-family=\"sans-serif\">\
             <text font-size=\"{OUTLINE}\" xml:space=\"preserve\">{}</text></svg>",
            escape(letters)
        );
        let tree = self.typeface.tree(&svg).map_err(PdfError::Foreign)?;
        let mut content = Content::new();
        let mut is_empty = true;
        for node in tree.root().children() {
            let Node::Text(text) = node else {
                continue;
            };
            for node in text.flattened().children() {
                if let Node::Path(path) = node {
                    trace(path.data(), path.abs_transform(), &mut content);
                    is_empty = false;
                }
            }
        }
        if is_empty {
            return Ok(None);
        }
        content.fill_nonzero();
        let id = self.next.bump();
        let bytes = compress(content.finish().as_slice());
        let mut form = self.pdf.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        // A form is clipped to its box, so the box is much larger than a glyph.
        form.bbox(Rect::new(
            -OUTLINE,
            -2.0 * OUTLINE,
            4.0 * OUTLINE,
            2.0 * OUTLINE,
        ));
        form.finish();
        Ok(Some(id))
    }

    fn path(&mut self, path: &resvg::usvg::Path, sheet: &mut Sheet) -> Result<(), PdfError> {
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                self.fill(path, sheet)?;
                self.stroke(path, sheet)
            }
            PaintOrder::StrokeAndFill => {
                self.stroke(path, sheet)?;
                self.fill(path, sheet)
            }
        }
    }

    fn fill(&mut self, path: &resvg::usvg::Path, sheet: &mut Sheet) -> Result<(), PdfError> {
        let Some(fill) = path.fill() else {
            return Ok(());
        };
        let colour = self.colour(fill.paint())?;
        sheet.content.save_state();
        self.set_opacity(fill.opacity().get(), sheet);
        sheet.content.set_fill_rgb(colour[0], colour[1], colour[2]);
        trace(path.data(), path.abs_transform(), &mut sheet.content);
        match fill.rule() {
            FillRule::NonZero => sheet.content.fill_nonzero(),
            FillRule::EvenOdd => sheet.content.fill_even_odd(),
        };
        sheet.content.restore_state();
        Ok(())
    }

    fn stroke(&mut self, path: &resvg::usvg::Path, sheet: &mut Sheet) -> Result<(), PdfError> {
        let Some(stroke) = path.stroke() else {
            return Ok(());
        };
        let colour = self.colour(stroke.paint())?;
        sheet.content.save_state();
        self.set_opacity(stroke.opacity().get(), sheet);
        let Transform {
            sx,
            kx,
            ky,
            sy,
            tx,
            ty,
        } = path.abs_transform();
        let content = &mut sheet.content;
        content
            // The transform must also apply to the width and the dashes of the line, so it is set as state instead of
            // applied to the path.
            .transform([sx, ky, kx, sy, tx, ty])
            .set_stroke_rgb(colour[0], colour[1], colour[2])
            .set_line_width(stroke.width().get())
            .set_miter_limit(stroke.miterlimit().get())
            .set_line_cap(match stroke.linecap() {
                LineCap::Butt => LineCapStyle::ButtCap,
                LineCap::Round => LineCapStyle::RoundCap,
                LineCap::Square => LineCapStyle::ProjectingSquareCap,
            })
            .set_line_join(match stroke.linejoin() {
                LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
                LineJoin::Round => LineJoinStyle::RoundJoin,
                LineJoin::Bevel => LineJoinStyle::BevelJoin,
            });
        if let Some(dashes) = stroke.dasharray() {
            content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        }
        trace(path.data(), Transform::identity(), content);
        content.stroke().restore_state();
        Ok(())
    }

    fn colour(&self, paint: &Paint) -> Result<[f32; 3], PdfError> {
        let &Paint::Color(Color { red, green, blue }) = paint else {
            return Err(PdfError::Foreign(
                "it has a gradient or a pattern".to_owned(),
            ));
        };
        let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
        // These are the weights of Rec. 601. The eye is most sensitive to green and least sensitive to blue.
        let grey = 0.299 * red + 0.587 * green + 0.114 * blue;
        Ok(match self.colours {
            Colours::All => [red, green, blue],
            Colours::Grey => [grey; 3],
        })
    }
}

fn resources(
    resources: &mut pdf_writer::writers::Resources<'_>,
    opacities: &BTreeMap<u16, Ref>,
    groups: &[Ref],
) {
    let mut states = resources.ext_g_states();
    for (opacity, &id) in opacities {
        states.pair(Name(format!("G{opacity}").as_bytes()), id);
    }
    states.finish();
    let mut forms = resources.x_objects();
    for (number, &id) in groups.iter().enumerate() {
        forms.pair(Name(format!("X{number}").as_bytes()), id);
    }
    forms.finish();
}

/// Clips all content that is drawn afterwards to the shapes of a group.
fn clip_to(group: &Group, place: Transform, content: &mut Content) {
    for node in group.children() {
        if let Node::Path(path) = node {
            trace(path.data(), place.pre_concat(path.abs_transform()), content);
        }
    }
    content.clip_nonzero().end_path();
}

fn trace(path: &Path, place: Transform, content: &mut Content) {
    let Some(path) = path.clone().transform(place) else {
        return;
    };
    let mut last = (0.0, 0.0);
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                last = (to.x, to.y);
            }
            // PDF has only cubic curves, so quadratic curves are converted.
            PathSegment::QuadTo(by, to) => {
                let toward = |from: f32, by: f32| from + (by - from) * 2.0 / 3.0;
                let one = (toward(last.0, by.x), toward(last.1, by.y));
                let two = (toward(to.x, by.x), toward(to.y, by.y));
                content.cubic_to(one.0, one.1, two.0, two.1, to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::CubicTo(one, two, to) => {
                content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
                last = (to.x, to.y);
            }
            PathSegment::Close => {
                // Every contour begins with a move, so the point after a closed contour is never needed.
                content.close_path();
            }
        }
    }
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(vec![], Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("a vector takes all bytes")
}
