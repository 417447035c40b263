import InspectorCanvas
import InspectorValues

// An image: asked for when its page is open, and again when that has another size, or the terminal shows images otherwise.
extension State {
    /// Asks for the picture of a body that has arrived, unless it is there or on its way.
    mutating func askPicture(of source: BodySource, in area: Size) -> [Effect] {
        if settings.images.shownBy == .none { detail.picture = nil }
        guard source.view == .picture, source.key.isEnded, settings.images.shownBy != .none else { return [] }
        let isASCII = settings.glyphs == .ascii
        let wish = PictureWish(
            key: source.key,
            size: Size(width: max(1, area.width - 3), height: max(1, area.height - 1)),
            isASCII: isASCII, images: isASCII ? ImageSettings() : settings.images)
        // Nothing is looked into again for every key.
        if detail.picture?.wish == wish { return [] }
        guard let facts = ImageFacts(source.bytes) else { return [] }
        let job = PictureJob(source, facts, wish)
        detail.picture = DrawnPicture(wish: wish, content: .coming)
        if let refusal = job.refusal {
            detail.picture = job.failed(refusal)
            return []
        }
        return [.body(.draw(job))]
    }

    mutating func receive(_ picture: DrawnPicture) {
        if detail.picture?.wish == picture.wish { detail.picture = picture }
    }
}
