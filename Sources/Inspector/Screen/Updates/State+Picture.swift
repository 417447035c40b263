import InspectorCanvas
import InspectorValues

// An image in cells: asked for when its page is open, and again when that has another size.
extension State {
    /// Asks for the picture of a body that has arrived, unless it is there or on its way.
    mutating func askPicture(of source: BodySource, in area: Size) -> [Effect] {
        guard source.view == .picture, source.key.isEnded else { return [] }
        let size = Size(width: max(1, area.width - 3), height: max(1, area.height - 1))
        let isASCII = settings.glyphs == .ascii
        // Nothing is looked into again for every key.
        if detail.picture?.isOf(source.key, size: size, isASCII: isASCII) == true { return [] }
        guard let facts = ImageFacts(source.bytes) else { return [] }
        let job = PictureJob(source, facts, size: size, isASCII: isASCII)
        detail.picture = DrawnPicture(job: job)
        if let refusal = job.refusal {
            detail.picture = job.failed(refusal)
            return []
        }
        return [.drawPicture(job)]
    }

    mutating func receive(_ picture: DrawnPicture) {
        if detail.picture?.isOfSame(as: picture) == true { detail.picture = picture }
    }
}
