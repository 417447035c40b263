import ClientEngine
import FoundationEssentials
import Glibc

/// The program that sends a request, and the system on which it runs.
struct UserAgent: Sendable, Hashable {
    /// The system on which the program runs.
    struct System: Sendable, Hashable {
        /// The machine, such as `x86_64`.
        var model: String
        /// The operating system, such as `Linux`.
        var name: String
        /// The version of the operating system, such as `6.1` or `6.1.2`.
        var version: String
        /// The language and the region, such as `en_US`.
        var locale: String

        /// Returns the system of this process, according to `uname` and the locale.
        static func current(locale: Locale = .current) -> System {
            var names = utsname()
            uname(&names)
            return System(
                model: text(of: names.machine), name: text(of: names.sysname),
                version: short(text(of: names.release)), locale: locale.identifier)
        }

        /// Returns the numbers at the start of a version, without a third one that is zero: `6.1` for `6.1.0-18-amd64`.
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

    /// The name of the program.
    var name: String
    /// The version of the program.
    var version: String
    /// The build of the program.
    ///
    /// It is omitted if it is `nil` or equal to the version.
    var build: String?
    /// The system on which the program runs.
    var system = System.current()

    /// The value of the `User-Agent` field, such as
    /// `App 2.1 rv:7 (device_model:x86_64; system_os:Linux; system_version:6.1; en_US)`.
    ///
    /// A character that would end the field or the parentheses is replaced with `_`.
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
    /// Sets the `User-Agent` of all requests to the program and the system on which it runs, such as
    /// `Reader 2.1 rv:7 (device_model:x86_64; system_os:Linux; system_version:6.1; en_US)`.
    ///
    /// - Parameters:
    ///   - name: The name of the program.
    ///   - version: The version of the program.
    ///   - build: The build of the program. It is omitted if it is `nil` or equal to the version.
    public mutating func setUserAgent(name: String, version: String, build: String? = nil) {
        userAgent = UserAgent(name: name, version: version, build: build).text
    }
}
