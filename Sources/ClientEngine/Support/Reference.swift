/// An object that is equal to itself alone, so that values that hold it stay `Hashable`.
struct Reference<Object: Sendable>: Sendable, Hashable {
    let object: Object
    private let identity: ObjectIdentifier

    init(_ object: Object) {
        self.object = object
        identity = ObjectIdentifier(object as AnyObject)
    }

    static func == (left: Reference, right: Reference) -> Bool { left.identity == right.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
