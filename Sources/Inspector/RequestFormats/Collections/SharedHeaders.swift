/// The headers that the folders above have for the requests of one file: written once, before the first request.
struct SharedHeaders {
    /// The headers before the first request.
    private(set) var fields: [EditableRequest.Field] = []
    /// The requests without them; one that does not take a header over says so.
    private(set) var requests: [EditableRequest]

    init(of requests: [EditableRequest]) {
        self.requests = requests
        var counts: [EditableRequest.Field: Int] = [:]
        var order: [EditableRequest.Field] = []
        for field in requests.flatMap(\.headers) where field.isInherited && field.isEnabled {
            if counts[field] == nil { order.append(field) }
            counts[field, default: 0] += 1
        }
        for field in order where counts[field, default: 0] > 1 && field.name.isToken {
            let isBest = order.allSatisfy { other in
                !Self.isSame(other, field) || other == field
                    || counts[other, default: 0] < counts[field, default: 0]
            }
            if isBest, WrittenLine.directive("@header \(field.name): \(field.value)") != nil { share(field) }
        }
    }

    private static func isSame(_ left: EditableRequest.Field, _ right: EditableRequest.Field) -> Bool {
        left.name.lowercased() == right.name.lowercased()
    }

    /// Moves a header out of the requests.
    private mutating func share(_ field: EditableRequest.Field) {
        fields.append(field)
        for index in requests.indices {
            if let place = requests[index].headers.firstIndex(where: { $0.isInherited && $0 == field }) {
                requests[index].headers.remove(at: place)
            } else if !requests[index].headers.contains(where: { $0.isEnabled && Self.isSame($0, field) }) {
                requests[index].directives.append("@without \(field.name)")
            }
        }
    }

    /// The lines of the headers.
    var lines: [String] {
        fields.compactMap { WrittenLine.directive("@header \($0.name): \($0.value)") }
    }
}
