import FoundationEssentials
import Glibc

/// The time zone of this machine, or the one that `TZ` names.
package enum LocalTime {
    /// How many seconds local clocks are ahead of UTC at a time.
    package static func secondsFromGMT(at date: Date) -> Int {
        var seconds = time_t(min(max(date.timeIntervalSince1970, -1e12), 1e12))
        var parts = tm()
        tzset()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}
