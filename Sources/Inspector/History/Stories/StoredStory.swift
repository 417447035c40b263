import ClientEngine
import EngineJSON

/// The story of a task as it is kept: the shape of its text, which many have in common, and its own values.
struct StoredStory {
    /// The shape; nil where the bytes are the text itself, as earlier versions wrote it.
    let shape: JSONShape?
    /// The values, or the text.
    let bytes: [UInt8]
    /// The bytes of a shape up to which it is kept once for all: a long one seldom comes again.
    private static let longestShape = 4_096

    init(text: [UInt8]) { (shape, bytes) = (nil, text) }

    init(_ shape: JSONShape, _ values: [UInt8]) {
        let text = shape.bytes.count > Self.longestShape ? shape.text(with: values) : nil
        (self.shape, bytes) = text.map { (nil, $0) } ?? (shape, values)
    }

    /// The text; nil where the values do not fit the shape.
    var text: [UInt8]? { shape.map { $0.text(with: bytes) } ?? bytes }

    /// Indicates whether one of some names stands in it, each in quotation marks with what follows.
    func names(anyOf names: [RoughText]) -> Bool {
        (shape?.bytes ?? bytes).withUnsafeBufferPointer { bytes in names.contains { $0.mayOccur(in: bytes) } }
    }

    /// The program that a task comes from.
    var program: AskingProgram? {
        guard names(anyOf: [Self.programName]), let text, let story = try? JSONValue(parsing: text) else {
            return nil
        }
        return AskingProgram(inStory: story)
    }

    private static let programName = RoughText(#""program":"#)
}

extension AskingProgram {
    init?(inStory story: JSONValue) {
        guard let name = story["program"]?.string, let process = story["pid"]?.int else { return nil }
        self.init(name: name, process: process)
    }
}
