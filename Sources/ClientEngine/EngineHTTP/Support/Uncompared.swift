/// A value that is ignored when the value that contains it is compared.
package struct Uncompared<Value: Sendable>: Sendable, Hashable {
    package var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package static func == (left: Self, right: Self) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
