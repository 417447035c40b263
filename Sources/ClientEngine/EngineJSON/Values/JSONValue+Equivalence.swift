extension JSONValue {
    /// Returns whether two values have the same meaning.
    ///
    /// Numbers are compared by value, at any precision: `1`, `1.0` and `10e-1` are equivalent. Objects are compared
    /// without regard to the order of members. Of duplicate names, the last one counts.
    public func isEquivalent(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)):
            left.isEquivalent(to: right)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
        case (.object(let left), .object(let right)):
            left.isEquivalent(to: right)
        default:
            self == other
        }
    }
}

extension JSONObject {
    fileprivate func isEquivalent(to other: JSONObject) -> Bool {
        let left = lastValues
        let right = other.lastValues
        return left.count == right.count
            && left.allSatisfy { name, value in right[name].map(value.isEquivalent(to:)) ?? false }
    }

    private var lastValues: [ExactName: JSONValue] {
        Dictionary(members.map { (ExactName(text: $0.name), $0.value) }, uniquingKeysWith: { $1 })
    }
}

private struct ExactName: Hashable {
    let text: String

    static func == (left: ExactName, right: ExactName) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }
}

extension String {
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
