import FoundationEssentials
import Glibc
import InspectorValues
import RequestFormats

extension DynamicValues {
    /// Returns the dynamic values for the requests of a folder.
    ///
    /// They come from the clock, random numbers, the `.env` file, and the environment variables that the folder may
    /// read.
    static func ofProcess(for folder: String, upTo root: String, _ trust: Trust) -> DynamicValues {
        let dotenv = EnvironmentFolders.dotenv(in: folder, upTo: root)
        let place = (try? ConfinedFolder(folder))?.root ?? folder
        return DynamicValues(
            date: { Date() }, random: { UInt64.random(in: .min ... .max) },
            environment: { (name) throws(ResolveError) in
                let wish = Wish(folder: place, ask: .variable(name))
                guard trust.allows(wish) else { throw Trust.refusal(of: wish) }
                return ProcessEnvironment.variables[name]
            },
            dotenv: dotenv.values, dotenvRefusal: dotenv.refusal,
            localOffset: { LocalTime.secondsFromGMT(at: $0) })
    }
}

/// The local time zone, or the one that `TZ` names.
package enum LocalTime {
    /// Returns the offset of local time from UTC, in seconds.
    package static func secondsFromGMT(at date: Date) -> Int {
        var seconds = time_t(min(max(date.timeIntervalSince1970, -1e12), 1e12))
        var parts = tm()
        tzset()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}
