import Testing

@testable import RequestFormats

/// The places in which the secrets of a collection may appear.
enum SecretPlaces {
    /// A text that no file contains.
    private static let other = "zz-another-value-zz"

    /// Checks each secret of a written collection.
    ///
    /// Returns their number.
    @discardableResult
    static func check(_ collection: RequestCollection, isDescription: Bool = false) throws -> Int {
        let separated = SecretSeparation.separated(collection)
        let known = Set(collection.allVariables.map(\.name))
        var count = 0
        for variable in separated.allVariables where variable.isSecret {
            count += 1
            var (filled, expected) = (separated, collection)
            filled.mapRequests { request, _ in request.mapAllTexts { fill($0, variable.name, other) } }
            if known.contains(variable.name) {
                // The variable comes from the import or the file, which refers to it where a secret is expected.
                if isDescription, isSample(variable) {
                    try checkReferences(to: variable.name, in: collection)
                }
                expected.mapRequests { request, _ in request.mapAllTexts { fill($0, variable.name, other) } }
            } else {
                // Its value was at the place of a secret. Now all these places have another value.
                expected.mapRequests { request, _ in
                    request.mapSecrets { secret, _ in
                        secret.text == variable.value && isName(variable.name, of: secret)
                            ? other : secret.text
                    }
                }
            }
            fillOthers(&filled, separated, besides: known.union([variable.name]))
            try compare(filled, expected, variable.name)
        }
        return count
    }

    private static func isName(_ name: String, of secret: Secret) -> Bool {
        name == secret.name || name.hasPrefix(secret.name + "-")
    }

    /// Returns whether a variable replaces a value that the API description does not contain.
    private static func isSample(_ variable: RequestCollection.Variable) -> Bool {
        // The private file also asks for the user name of a scheme, which is no secret in a request.
        variable.value.isEmpty && variable.name == variable.name.lowercased() && variable.name != "username"
    }

    private static func checkReferences(to name: String, in collection: RequestCollection) throws {
        var cleared = collection
        cleared.mapRequests { request, _ in request.mapSecrets { _, _ in "" } }
        for (place, request) in cleared.flattened {
            var request = request
            request.mapAllTexts { text in
                #expect(!text.contains("{{\(name)}}") && !text.contains("{{%\(name)}}"), "\(place): \(text)")
                return text
            }
        }
    }

    /// Restores the values of the other removed secrets.
    private static func fillOthers(
        _ filled: inout RequestCollection, _ separated: RequestCollection, besides names: Set<String>
    ) {
        for variable in separated.allVariables where variable.isSecret && !names.contains(variable.name) {
            filled.mapRequests { request, _ in
                request.mapAllTexts { fill($0, variable.name, variable.value) }
            }
        }
    }

    private static func fill(_ text: String, _ name: String, _ value: String) -> String {
        text.replacing("{{\(name)}}", with: value).replacing(
            "{{%\(name)}}", with: TemplateText.formEncoded(value))
    }

    private static func compare(
        _ filled: RequestCollection, _ expected: RequestCollection, _ name: String
    ) throws {
        for (one, two) in zip(filled.flattened, expected.flattened) {
            #expect(one.place == two.place)
            #expect(one.request == two.request, "“\(name)” in \(one.place)")
        }
    }
}
