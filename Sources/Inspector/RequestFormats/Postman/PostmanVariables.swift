import EngineJSON

struct PostmanVariables {
    let place: String
    private(set) var warnings: [RequestCollection.Warning] = []

    init(place: String) { self.place = place }

    mutating func read(_ values: [JSONValue]) -> [RequestCollection.Variable] {
        values.compactMap { value in
            guard let name = (value["key"] ?? value["id"])?.string, !name.isEmpty else {
                warnings.append(.init(place, "A variable without a name is left out."))
                return nil
            }
            if value["disabled"]?.bool == true || value["enabled"]?.bool == false {
                warnings.append(.init(place, "The variable “\(name)” is switched off and left out."))
                return nil
            }
            let text = PostmanReferences.imported(value["value"]?.plainText ?? "")
            return .init(name, text, isSecret: value["type"]?.string == "secret")
        }
    }
}

extension JSONValue {
    var present: JSONValue? { isNull ? Optional.none : self }

    /// A description: a string, or an object that holds one.
    var descriptionText: String {
        string ?? self["content"]?.string ?? ""
    }
}
