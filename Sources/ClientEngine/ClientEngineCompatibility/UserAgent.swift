import ClientEngine
import FoundationEssentials
import Glibc

/// Says which program sends a request, and on which system it runs.
struct UserAgent: Sendable, Hashable {
    /// The system that the program runs on.
    struct System: Sendable, Hashable {
        /// The machine, as in `x86_64`.
        var model: String
        /// The operating system, as in `Linux`.
        var name: String
        /// Its version, as in `6.1` or `6.1.2`.
        var version: String
        /// The language and region, as in `en_US`.
        var locale: String

        /// Describes the system of this process, by `uname` and the locale.
        static func current(locale: Locale = .current) -> System {
            var names = utsname()
            uname(&names)
            return System(
                model: text(of: names.machine), name: text(of: names.sysname),
                version: short(text(of: names.release)), locale: locale.identifier)
        }

        /// The numbers a version begins with, without a third one that is zero: `6.1` for `6.1.0-18-amd64`.
        static func short(_ release: String) -> String {
            let numbers = release.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
                .split(at: ".").prefix(3)
            return numbers.enumerated().filter { $0 < 2 || Int($1) != 0 }.map(\.element).joined(
                separator: ".")
        }

        private static func text<Field>(of field: Field) -> String {
            withUnsafeBytes(of: field) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
    }

    /// The program's name.
    var name: String
    /// The program's version, as people know it.
    var version: String
    /// The program's build; nil, or the same as the version, leaves it out.
    var build: String?
    /// The system that the program runs on.
    var system = System.current()

    /// The value of the `User-Agent` field, as in
    /// `App 2.1 rv:7 (device_model:x86_64; system_os:Linux; system_version:6.1; en_US)`.
    ///
    /// A character that would end the field or the parentheses is replaced by `_`.
    var text: String {
        let revision = build.flatMap { $0 == version ? nil : " rv:\(Self.safe($0))" } ?? ""
        let details = [
            "device_model:" + Self.safe(system.model), "system_os:" + Self.safe(system.name),
            "system_version:" + Self.safe(system.version), Self.safe(system.locale),
        ]
        return "\(Self.safe(name)) \(Self.safe(version))\(revision) (\(details.joined(separator: "; ")))"
    }

    private static func safe(_ part: String) -> String {
        String(
            part.map { character in
                let isPlain = character.asciiValue.map { (0x20...0x7E).contains($0) } ?? false
                return isPlain && !"()\\;".contains(character) ? character : "_"
            })
    }
}

extension ClientConfiguration {
    /// Says in every `User-Agent` which program sends a request, and on which system it runs, as in
    /// `Reader 2.1 rv:7 (device_model:x86_64; system_os:Linux; system_version:6.1; en_US)`.
    ///
    /// - Parameters:
    ///   - name: The program's name.
    ///   - version: Its version, as people know it.
    ///   - build: Its build; nil, or the same as the version, leaves it out.
    public mutating func setUserAgent(name: String, version: String, build: String? = nil) {
        userAgent = UserAgent(name: name, version: version, build: build).text
    }
}
