import InspectorCanvas

/// An image that is to be drawn in cells, by chafa.
package struct PictureJob: Equatable, Sendable {
    let key: BodySource.Key
    let facts: ImageFacts
    let size: Size
    let isASCII: Bool
    private let source: BodySource

    /// So many pixels are drawn at most; a small file can say that it holds more than fit into any memory.
    private static let mostPixels = 100_000_000

    init(_ source: BodySource, _ facts: ImageFacts, size: Size, isASCII: Bool) {
        (key, self.source, self.facts) = (source.key, source, facts)
        (self.size, self.isASCII) = (size, isASCII)
    }

    package var bytes: [UInt8] { source.bytes }

    /// The reason why it is not drawn at all.
    package var refusal: String? {
        facts.width.multipliedReportingOverflow(by: facts.height).partialValue > Self.mostPixels
            || max(facts.width, facts.height) > Self.mostPixels ? "it has too many pixels to be drawn" : nil
    }

    /// The arguments of chafa, for a terminal of so many colours.
    package func arguments(colors: Int) -> [String] {
        let palette = colors >= 256 ? "256" : colors >= 16 ? "16" : colors >= 8 ? "8" : "none"
        return [
            "--format", "symbols", "--size", "\(size.width)x\(size.height)", "--colors", palette,
            "--symbols", isASCII ? "ascii" : "block+border+space", "--animate", "off", "--polite", "on",
            "--threads", "1", "-",
        ]
    }

    /// Returns the picture in what chafa has answered.
    package func drawn(_ output: [UInt8]) -> DrawnPicture {
        guard let rows = PictureReader.rows(in: output, size: size), !rows.isEmpty else {
            return failed("chafa has drawn nothing that can be shown")
        }
        return DrawnPicture(job: self, rows: rows)
    }

    package func failed(_ reason: String) -> DrawnPicture { DrawnPicture(job: self, problem: reason) }
}

/// An image in cells, or why there is none.
package struct DrawnPicture: Equatable, Sendable {
    let key: BodySource.Key
    private let size: Size
    private let isASCII: Bool
    private(set) var rows: [StyledText] = []
    /// The reason why it was not drawn.
    private(set) var problem: String?

    /// Remembers for which body it is, and not the body.
    init(job: PictureJob, rows: [StyledText] = [], problem: String? = nil) {
        (key, size, isASCII) = (job.key, job.size, job.isASCII)
        (self.rows, self.problem) = (rows, problem)
    }

    /// Indicates whether this is the picture of a body in a size.
    func isOf(_ key: BodySource.Key, size: Size, isASCII: Bool) -> Bool {
        self.key == key && self.size == size && self.isASCII == isASCII
    }

    func isOfSame(as other: DrawnPicture) -> Bool {
        isOf(other.key, size: other.size, isASCII: other.isASCII)
    }
}
