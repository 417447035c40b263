/// The actions on the body of a response.
enum BodyVerb: Hashable, Sendable {
    /// Lays it out in another way, reads it in another encoding, lets long lines go on in the next.
    case nextView, nextEncoding, wrap
    case fold, foldAll, unfoldAll
    case save
    /// Picks parts of it by an expression.
    case query
}

/// A message about the body on the screen.
package enum BodyMessage: Equatable, Sendable {
    /// A large body was laid out in the background.
    case laidOut(BodyText)
    /// A large body was folded or unfolded in the background.
    case folded(BodyText)
    /// The outcome of an expression, by its number.
    case queried(QueryOutcome, Int)
    /// An image was drawn.
    case drawn(DrawnPicture)
}

/// A demand about the body on the screen.
package enum BodyEffect: Equatable, Sendable {
    /// Lays a large body out without holding up the screen.
    case layOut(BodySource)
    /// Folds or unfolds a large body without holding up the screen.
    case fold(FoldJob)
    /// Finds what an expression picks of a body, instead of what was asked for before.
    case query(QueryJob)
    case stopQuery
    /// Draws an image in cells, instead of the one before.
    case draw(PictureJob)
}
