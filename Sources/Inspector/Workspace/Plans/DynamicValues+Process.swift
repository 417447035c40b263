import FoundationEssentials
import Glibc
import InspectorValues
import RequestFormats

extension DynamicValues {
    /// Returns the dynamic values for the requests of a folder.
    ///
    /// They come from the clock, random numbers, the `.env` file, and the environment variables and commands that the folder
    /// may use. Without `runsCommands`, only commands that have run have values.
    static func ofProcess(
        for folder: String, upTo root: String, _ trust: Trust, _ commands: CommandValues, runsCommands: Bool
    ) -> DynamicValues {
        let dotenv = EnvironmentFolders.dotenv(in: folder, upTo: root)
        let place = (try? ConfinedFolder(folder))?.root ?? folder
        var dynamic = DynamicValues(
            date: { Date() }, random: { UInt64.random(in: .min ... .max) },
            environment: { (name) throws(ResolveError) in
                let wish = Wish(folder: place, ask: .variable(name))
                guard trust.allows(wish) else { throw Trust.refusal(of: wish) }
                return ProcessEnvironment.variables[name]
            },
            dotenv: dotenv.values, dotenvRefusal: dotenv.refusal,
            localOffset: { LocalTime.secondsFromGMT(at: $0) })
        dynamic.command = { (words) throws(ResolveError) in
            let wish = Wish(folder: place, ask: .command(ValueCommand.line(of: words)))
            guard trust.allows(wish) else { throw Trust.refusal(of: wish) }
            if let known = commands.known(words, in: place) { return known }
            guard runsCommands else {
                throw ResolveError(.withheld(wish.ask), "It is run when it is needed.")
            }
            return try commands.value(of: words, in: place)
        }
        return dynamic
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
