import FoundationEssentials
import InspectorValues
import RequestFormats

extension DynamicValues {
    /// The values that the process brings for the requests of a folder: the clock, chance, the `.env` file, and those
    /// variables of the environment that the folder was allowed to read.
    static func ofProcess(for folder: String, upTo root: String, _ trust: Trust) -> DynamicValues {
        let dotenv = EnvironmentFolders.dotenv(in: folder, upTo: root)
        let place = (try? ConfinedFolder(folder))?.root ?? folder
        return DynamicValues(
            date: { Date() }, random: { UInt64.random(in: .min ... .max) },
            environment: { (name) throws(ResolveError) in
                let wish = Wish(folder: place, ask: .variable(name))
                guard trust.allows(wish) else { throw trust.refusal(of: wish) }
                return ProcessInfo.processInfo.environment[name]
            },
            dotenv: dotenv.values, dotenvRefusal: dotenv.refusal,
            localOffset: { LocalTime.secondsFromGMT(at: $0) })
    }
}
