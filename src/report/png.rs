//! Pictures as PNG.

use super::svg::{Picture, Theme};
use super::typeface::Typeface;
use resvg::tiny_skia::{Pixmap, Transform};
use thiserror::Error;

/// Number of pixels per unit of a picture. A cell is 128 pixels wide.
const SCALE: f32 = 2.0;

/// The reason why a picture cannot be written as PNG.
#[derive(Debug, Error)]
#[error("the picture cannot be drawn: {0}")]
pub(crate) struct PngError(String);

/// Maximum width and height of a picture, in pixels. A square of this size takes 1 GB of memory.
const LARGEST: f32 = 16_000.0;

/// Renders a picture as a PNG file that is `width` pixels wide. Without a width, the file is twice as wide as the
/// picture. The result is the same on every machine, because no system font is used.
///
/// # Errors
/// Returns an error if the picture is too large for memory.
pub(crate) fn png(
    picture: &Picture,
    typeface: &Typeface,
    theme: Theme,
    width: Option<f64>,
) -> Result<Vec<u8>, PngError> {
    let error = |error: &dyn std::fmt::Display| PngError(error.to_string());
    let tree = typeface
        .tree(&picture.document(theme, None))
        .map_err(PngError)?;
    let size = tree.size();
    let scale = width.map_or(SCALE, |width| width as f32 / size.width());
    let size = size.scale_to_width(size.width() * scale);
    let size = size.filter(|size| size.width().max(size.height()) <= LARGEST);
    let size = size.ok_or_else(|| error(&"it is too large"))?.to_int_size();
    let pixels = Pixmap::new(size.width(), size.height());
    let mut pixels = pixels.ok_or_else(|| error(&"it is too large"))?;
    let place = Transform::from_scale(scale, scale);
    resvg::render(&tree, place, &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| error(&e))
}
