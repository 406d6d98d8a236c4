//! Pictures as PNG.

use super::svg::Picture;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// DejaVu Sans, Latin letters and signs only; its licence stands beside it.
const FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");

/// Pixels for each unit of a picture: a cell is 128 pixels wide.
const SCALE: f32 = 2.0;

/// Why there is no PNG of a picture.
#[derive(Debug, Error)]
#[error("the picture cannot be drawn: {0}")]
pub(crate) struct PngError(String);

/// The picture as a PNG file, in light colours. It is the same on every machine, as no font of the
/// system is used.
///
/// # Errors
/// When the picture is too large for the memory.
pub(crate) fn png(picture: &Picture) -> Result<Vec<u8>, PngError> {
    let error = |error: &dyn std::fmt::Display| PngError(error.to_string());
    let tree = Tree::from_str(&picture.plain(), options()).map_err(|e| error(&e))?;
    let size = tree.size().to_int_size();
    let size = size
        .scale_by(SCALE)
        .ok_or_else(|| error(&"it has no size"))?;
    let pixels = Pixmap::new(size.width(), size.height());
    let mut pixels = pixels.ok_or_else(|| error(&"it is too large"))?;
    resvg::render(
        &tree,
        Transform::from_scale(SCALE, SCALE),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().map_err(|e| error(&e))
}

fn options() -> &'static Options<'static> {
    static OPTIONS: OnceLock<Options<'static>> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Options {
            font_family: "DejaVu Sans".to_owned(),
            fontdb: Arc::new(fonts),
            ..Options::default()
        }
    })
}
