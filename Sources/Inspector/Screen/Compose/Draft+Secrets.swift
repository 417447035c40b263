import ClientEngine
import RequestFormats

// What is secret in a draft, and what it looks like without.
extension Draft {
    /// How a field holds secrets and what they are called; nil where it holds none.
    func secretShape(of field: DraftField) -> (shape: DraftSecret.Shape, name: String)? {
        switch field {
        case .url: return (.address, "password")
        case .password: return (.whole, "password")
        case .token: return (.whole, "token")
        case .text:
            let own = headers.first { $0.name.lowercased() == "content-type" }?.value
            return (.body(type: own ?? bodyKind.type), "")
        case .cell(let table, let index, .value):
            guard self[table].indices.contains(index) else { return nil }
            let name = self[table][index].name
            if table == .headers {
                guard Redaction.isSecret(header: name) else { return nil }
                let lower = name.lowercased()
                if lower.hasSuffix("authorization") { return (.credentials, name) }
                return (lower.contains("cookie") ? .cookies : .whole, name)
            }
            let value = self[table][index].value
            return Redaction.isSecret(parameter: name, value: value) ? (.whole, name) : nil
        default: return nil
        }
    }

    /// The text of a field with another text in the place of every secret.
    func text(of field: DraftField, replacingSecrets change: (DraftSecret) -> String) -> String {
        guard let (shape, name) = secretShape(of: field) else { return self[field] }
        return shape.replacing(in: self[field], named: name, change)
    }

    /// The secrets of a field.
    func secrets(of field: DraftField) -> [DraftSecret] {
        var found: [DraftSecret] = []
        _ = text(of: field) { secret in
            found.append(secret)
            return ""
        }
        return found.reversed()
    }

    /// The secrets in the order of the form, those of definitions last.
    var secrets: [DraftSecret] {
        fields.flatMap(secrets(of:)) + leading.split(separator: "\n").compactMap(Self.secret(inDefinition:))
    }

    /// The draft with other texts in the place of its secrets, and without the definitions of any; those that are known
    /// stay.
    func replacingSecrets(
        except known: Set<DraftSecret> = [], _ change: (DraftSecret) -> String
    ) -> Draft {
        var draft = self
        for field in fields where secretShape(of: field) != nil {
            draft[field] = text(of: field) { known.contains($0) ? $0.text : change($0) }
        }
        draft.leading = Self.withoutSecretDefinitions(leading, except: known)
        return draft
    }

    /// The draft with references in the place of its secrets; those that are known may stay.
    ///
    /// No reference is called like a variable that has a value already: it would stand for that one.
    func referringToSecrets(except known: Set<DraftSecret>, besides defined: Set<String>) -> Draft {
        var taken = References.names(in: block).union(defined)
        var names: [DraftSecret: String] = [:]
        return replacingSecrets(except: known) { secret in
            if let name = names[secret] { return "{{\(name)}}" }
            var name = secret.name
            var number = 1
            while !taken.insert(name).inserted {
                number += 1
                name = "\(secret.name)-\(number)"
            }
            names[secret] = name
            return "{{\(name)}}"
        }
    }

    /// The draft without what holds its secrets; those that are known may stay.
    func leavingOutSecrets(except known: Set<DraftSecret>) -> Draft {
        var draft = self
        for field in fields.reversed() where !secrets(of: field).allSatisfy(known.contains) {
            switch field {
            case .cell(let table, let index, _): draft[table].remove(at: index)
            case .password, .token: draft.credentials = Credentials()
            default: break
            }
        }
        return draft.replacingSecrets(except: known) { _ in "" }
    }

    /// Text that may outlive the program: every secret has given way to a reference that nothing defines.
    var blockWithoutSecrets: String { replacingSecrets { Self.placeOfSecret($0.name) }.block }

    /// What stands where a secret was taken out to be kept.
    static func placeOfSecret(_ name: String) -> String { "{{\(name)\(notKept)}}" }

    /// Whether secrets have been taken out of it to be kept.
    var lacksSecrets: Bool { block.contains(Self.notKept + "}}") }

    private static let notKept = "-not-kept"

    // MARK: Definitions

    /// The lines without those that define secrets.
    static func withoutSecretDefinitions(_ text: String, except known: Set<DraftSecret> = []) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { secret(inDefinition: $0).map(known.contains) ?? true }.joined(separator: "\n")
    }

    /// The secret that a line defines: `@token = abc`.
    static func secret(inDefinition line: Substring) -> DraftSecret? {
        guard line.hasPrefix("@"), let equals = line.unicodeScalars.firstIndex(of: "=") else { return nil }
        let name = line[..<equals].dropFirst().filter { $0 != ":" && !$0.isWhitespace }
        let value = line[line.unicodeScalars.index(after: equals)...].drop(while: \.isWhitespace)
        guard Redaction.isSecret(variable: name), !References.isAll(of: value) else { return nil }
        return DraftSecret(name: name, text: String(value))
    }
}
