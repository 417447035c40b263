internal import EngineSupport

/// Takes JSON apart while it is written: into its shape and its values.
///
/// Most texts have the shape of the one before. That is found by their steps, of which each is a word: no text is made then.
public struct JSONShapeStream: JSONOutput {
    /// The steps so far, and behind them those of the text before, for as long as both are the same.
    private var steps: [UInt64] = []
    /// The number of the steps so far.
    private var count = 0
    /// The shape that all of the steps lead to; nil where they have changed since.
    private var last: JSONShape?
    private var written = ByteRoom()
    private var known: [[UInt64]: JSONShape] = [:]
    /// The number of shapes that are remembered, and of the steps of the longest one.
    private static let most = 128
    private static let longest = 1_000

    /// Creates an empty text.
    public init() {}

    /// Begins anew.
    public mutating func clear() {
        count = 0
        if steps.count > Self.longest { (steps, last) = ([], nil) }
        written.clear()
    }

    /// The values so far.
    public var values: [UInt8] { Array(written.bytes) }

    /// Returns the shape of what is written: the same object for the same one, as long as it is remembered.
    public mutating func shape() -> JSONShape {
        if count < steps.count { forgetSteps() }
        if let last { return last }
        let shape = known[steps] ?? newShape()
        last = shape
        return shape
    }

    private mutating func newShape() -> JSONShape {
        let shape = JSONShape(Self.text(of: steps))
        guard steps.count <= Self.longest else { return shape }
        if known.count >= Self.most { known = [:] }
        known[steps] = shape
        return shape
    }

    // MARK: Pieces

    /// Begins an object: a member with a name, or without one an element or the whole text.
    public mutating func beginObject(_ name: StaticString?) { add(.beginObject, name) }
    /// Ends the object that was begun last.
    public mutating func endObject() { add(.endObject, nil) }
    /// Begins an array: a member with a name, or without one an element or the whole text.
    public mutating func beginArray(_ name: StaticString?) { add(.beginArray, name) }
    /// Ends the array that was begun last.
    public mutating func endArray() { add(.endArray, nil) }

    /// Writes a member that is a text.
    public mutating func member(_ name: StaticString, _ text: String?) {
        if let text { write(text, name) }
    }

    /// Writes a member that is a whole number.
    public mutating func member(_ name: StaticString, _ number: Int?) {
        if let number { write(number, name) }
    }

    /// Writes a member that is a number with a fraction.
    public mutating func member(_ name: StaticString, _ number: Double) { write(number, name) }

    /// Writes a member that is there only where it is true.
    public mutating func member(_ name: StaticString, if condition: Bool) {
        if condition { add(.yes, name) }
    }

    /// Writes an element that is a text.
    public mutating func element(_ text: String) { write(text, nil) }
    /// Writes an element that is a whole number.
    public mutating func element(_ number: Int) { write(number, nil) }

    /// Writes a number with a fraction; null where there is none.
    public mutating func element(_ number: Double?) {
        if let number { write(number, nil) } else { elementNull() }
    }

    /// Writes an element that is one of a few words.
    public mutating func element(word: StaticString) { add(.word, word) }
    /// Writes an element that is null.
    public mutating func elementNull() { add(.null, nil) }

    private mutating func write(_ number: Int, _ name: StaticString?) {
        add(.integer, name)
        written.write(atMost: ByteRoom.mostGroups) {
            $0.append(groupsOf: UInt(bitPattern: number << 1 ^ number >> 63))
        }
    }

    private mutating func write(_ number: Double, _ name: StaticString?) {
        add(.double, name)
        written.write(atMost: 8) { $0.append(bytesOf: number.bitPattern) }
    }

    private mutating func write(_ text: String, _ name: StaticString?) {
        add(.text, name)
        var text = text
        text.withUTF8 { text in
            written.write(atMost: ByteRoom.mostGroups + text.count) { output in
                output.append(groupsOf: UInt(text.count))
                output.append(text)
            }
        }
    }

    // MARK: Steps

    private enum Step: UInt64 {
        case beginObject, endObject, beginArray, endArray
        case integer, text, double
        case yes, null, word

        static let bits: UInt64 = 8
    }

    /// Adds a step: its kind, and above it the place of its name, which is where it is as long as the program runs.
    @inline(__always)
    private mutating func add(_ step: Step, _ name: StaticString?) {
        let place = name.map { UInt64(UInt(bitPattern: $0.utf8Start)) } ?? 0
        let step = place << Step.bits | step.rawValue
        if count == steps.count || steps[count] != step { change(to: step) }
        count += 1
    }

    @inline(never)
    private mutating func change(to step: UInt64) {
        forgetSteps()
        steps.append(step)
    }

    /// Forgets the steps of the text before that are not those of this one.
    private mutating func forgetSteps() {
        steps.removeSubrange(count...)
        last = nil
    }

    /// The text that the steps lead to, with marks for the values.
    private static func text(of steps: [UInt64]) -> [UInt8] {
        var text: [UInt8] = []
        for step in steps {
            let kind = Step(rawValue: step & (1 << Step.bits - 1))
            let name = UnsafePointer<CChar>(bitPattern: UInt(step >> Step.bits)).map { String(cString: $0) }
            let isFirst = text.last.map { "{[".utf8.contains($0) } ?? true
            let isEnd = kind == .endObject || kind == .endArray
            if !isFirst, !isEnd { text.append(UInt8(ascii: ",")) }
            if let name { text += (kind == .word ? "\"\(name)\"" : "\"\(name)\":").utf8 }
            switch kind {
            case .beginObject: text.append(UInt8(ascii: "{"))
            case .endObject: text.append(UInt8(ascii: "}"))
            case .beginArray: text.append(UInt8(ascii: "["))
            case .endArray: text.append(UInt8(ascii: "]"))
            case .integer: text.append(JSONShape.Mark.integer.rawValue)
            case .text: text.append(JSONShape.Mark.text.rawValue)
            case .double: text.append(JSONShape.Mark.double.rawValue)
            case .yes: text += "true".utf8
            case .null: text += "null".utf8
            case .word, nil: break
            }
        }
        return text
    }
}
